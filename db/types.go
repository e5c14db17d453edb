package db

import "time"

// Channel names the road on which a word of the owner reached the client.
type Channel string

// The channels of a word.
const (
	Typed            Channel = "typed"             // a prompt, typed or pasted
	Queued           Channel = "queued"            // typed while a turn was running
	QuestionAnswer   Channel = "question_answer"   // an answer to the client's question dialog, or a note on it
	DenialFeedback   Channel = "denial_feedback"   // what the owner said when refusing a tool use
	ApprovalFeedback Channel = "approval_feedback" // a remark made while allowing a tool use
	SlashArgs        Channel = "slash_args"        // the arguments of a slash command
	Bash             Channel = "bash"              // a line behind "!"
	Dashboard        Channel = "dashboard"         // written in the dashboard
)

// Word is one message of the owner, masked, as a transcript row holds it.
type Word struct {
	ID        int64
	SessionID string
	UUID      string // of the row; empty where the client gave it none (a queue line)
	Ord       int    // counts the words of one row, from 0: a dialog's answers share a row
	Line      int    // of the row in its transcript file, from 0
	At        time.Time
	PromptID  string
	Channel   Channel
	Text      string
	Question  string // what it answers: a dialog's question, the proposal before a bare "yes"
	// StartsTurn tells a message that began a turn from one taken into a running turn.
	StartsTurn bool
	// Suggested marks wording proposed by the client and sent by the owner.
	Suggested bool
	Withdrawn bool // taken back by the owner before it was answered
	Answered  bool // the turn that took it in has ended
}

// Kind says what a decision is.
type Kind string

// The kinds of a decision.
const (
	KindDecision     Kind = "decision"
	KindApproval     Kind = "approval"
	KindPermission   Kind = "permission"
	KindRule         Kind = "rule"
	KindChoice       Kind = "choice"
	KindCorrection   Kind = "correction"
	KindOpenQuestion Kind = "open_question"
)

// Status says whether a decision still binds.
type Status string

// The states of a decision. Only live ones are asked for and put back.
const (
	Live      Status = "live"
	Replaced  Status = "replaced"  // by a later decision of the owner
	Withdrawn Status = "withdrawn" // taken back by the owner
	Done      Status = "done"      // used up: a one-off go-ahead whose turn has ended, a question that was answered
	Rejected  Status = "rejected"  // found by rules, and no decision: the owner said so
)

// Decision is an exact substring of a word that binds the work.
type Decision struct {
	ID        int64
	WordID    int64
	Start     int // byte offset of Quote in the word's text
	SessionID string
	UUID      string // the word's
	Line      int    // the word's
	At        time.Time
	Kind      Kind
	Quote     string
	Question  string // the word's: what the quote answers
	Status    Status
	Why       string // why it has this status, one sentence; empty while live
	OneOff    bool   // a go-ahead for the turn it started; done when that turn has ended
	Pinned    bool   // by the owner
	Cue       string // which cue found it
	// Edited is set once the owner changed it by hand: rules leave it alone from then on.
	Edited bool
	// Replaces holds the decisions that this one reversed; stored as replaced_by on each of them.
	Replaces []*Decision
}

// Task is one entry of the client's own task list, in its last known state.
type Task struct {
	ID      string
	Subject string
	Status  string // pending, in_progress, completed
}

// Boundary is a row at which a piece of work ended.
type Boundary struct {
	UUID string
	Line int
	At   time.Time
	Why  string // commit, pr_merge, task_completed
}

// Trigger says what started a compaction.
type Trigger string

// The triggers the client names.
const (
	Manual Trigger = "manual"
	Auto   Trigger = "auto"
)

// CompactBoundary is a compaction as the transcript records it.
type CompactBoundary struct {
	UUID       string // of the compact_boundary row
	Line       int
	At         time.Time
	Trigger    Trigger
	PreTokens  int64 // 0: unknown
	PostTokens int64 // 0: unknown
	DurationMS int64 // 0: unknown
	Summary    string
	// Rewind is set when only part of the conversation was summarized on the owner's /rewind.
	Rewind bool
	// Rewritten is set when a mod made the resulting messages.
	Rewritten bool
	// Preserved lists the rows that the client kept beside the summary.
	Preserved []string
}

// Outcome says what a summary did to a decision.
type Outcome string

// The outcomes of a check. All but Verbatim are hints, not facts.
const (
	Verbatim Outcome = "verbatim"
	Reworded Outcome = "reworded"
	NotFound Outcome = "not_found"
)
