package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
	"github.com/compact-keeper/compact-keeper/hooks/past"
)

// Told is who hears how an import goes on.
type Told struct {
	Done   func(bytes int64)            // of what there is to take in, so much is done
	Failed func(path string, why error) // a transcript that could not be taken in
}

// Imported is what an import did.
type Imported struct {
	Transcripts  int   // that were to be taken in
	Grown        int   // those that brought something
	Failed       int   // those that could not be read
	Bytes, Total int64 // that were taken in, and that were there to be
	Sessions     []string
}

// ToTake is the size of what there is to take in.
func ToTake(all []past.Transcript) (bytes int64) {
	for _, t := range all {
		bytes += t.Size - t.Taken
	}
	return bytes
}

// TakeIn imports transcripts, one after the other. One that fails does not stop the rest; the end of ctx does, and its
// error is then the only one. What was taken in by then stays, and another import goes on from there.
func TakeIn(ctx context.Context, d *db.DB, all []past.Transcript, told Told) (i Imported, err error) {
	i.Transcripts, i.Total = len(all), ToTake(all)
	importer := hooks.Importer{DB: d}
	var done int64
	for _, t := range all {
		var more int64 // of this one
		err := importer.Import(ctx, t.Transcript, func(offset int64) {
			more = max(0, offset-t.Taken)
			told.Done(done + min(more, t.Size-t.Taken))
		})
		if i.Bytes += more; more > 0 {
			i.Grown++
		}
		if ctx.Err() != nil {
			return i, ctx.Err()
		}
		if done += t.Size - t.Taken; err != nil && !errors.Is(err, hooks.ErrOff) { // off since it was found
			i.Failed++
			told.Failed(t.Path, err)
		}
		i.Sessions = append(i.Sessions, t.Session)
	}
	return i, nil
}

// Text says how much was taken in, in one sentence.
func (i Imported) Text() string {
	if i.Grown == 0 {
		return fmt.Sprintf("Nothing new in %s.", count(i.Transcripts, "transcript"))
	}
	return fmt.Sprintf("Took in %s of %s.", Size(i.Bytes), count(i.Grown, "transcript"))
}

// Stopped says how much had been taken in when it was stopped.
func (i Imported) Stopped() string {
	return fmt.Sprintf("Took in %s of %s.", Size(i.Bytes), Size(i.Total))
}

// LossText says what past compactions lost, in one sentence.
func LossText(l db.Loss) string {
	in := "In " + count(l.Compactions, "compaction")
	switch {
	case l.Compactions == 0:
		return "They hold no compaction from before compact-keeper."
	case l.Decisions == 0:
		return in + " there was no decision of yours to lose."
	case l.Lost == 0:
		return fmt.Sprintf("%s none of %s was lost.", in, count(l.Decisions, "decision"))
	}
	were := "were"
	if l.Lost == 1 {
		were = "was"
	}
	return fmt.Sprintf("%s %d of %s %s lost or reworded.", in, l.Lost, count(l.Decisions, "decision"), were)
}

// Size writes a number of bytes for people.
func Size(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.0f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d bytes", n)
}

func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
