package db

// Notes on a compaction: what was unusual about it, for the owner.
const (
	NoteInPlace      = "Another plugin compacted in the client's place: the summary is empty. Everything live was put back."
	NoteRewritten    = "Another plugin changed the messages of this compaction."
	NoteRewind       = "Summarized by /rewind."
	NoteNoPreCompact = "The client ran no PreCompact hook."
	NoteForgotten    = "Its texts are not kept: they may repeat what the owner had forgotten."
)
