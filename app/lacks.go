package app

import (
	"context"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/client"
)

// Lack is an open session whose context lacks live decisions since a compaction that the keeper was not there for.
type Lack struct {
	Compaction int64
	Session    string
	Root       string
	Decisions  int
}

// Lacks lists them, by what the clients that run now tell about themselves. What it found stands beside an error from a
// client that does not tell.
func Lacks(ctx context.Context, d *db.DB, config string) (all []Lack, untold, err error) {
	running, untold := client.Running(config)
	seen := map[string]bool{}
	for _, r := range running {
		if seen[r.ID] {
			continue
		}
		seen[r.ID] = true
		compaction, n, err := d.Missing(ctx, r.ID)
		if err != nil {
			return all, untold, err
		}
		if n == 0 {
			continue
		}
		s, err := d.Session(ctx, r.ID)
		if err != nil {
			return all, untold, err
		}
		if s.Enabled {
			all = append(all, Lack{compaction, r.ID, s.Root, n})
		}
	}
	return all, untold, nil
}

// PutBack lets the next prompt of the session bring back what it lacks.
func (l Lack) PutBack(ctx context.Context, d *db.DB) error {
	return d.Write(ctx, func(t *db.Tx) error { return t.PutBackAtNextPrompt(l.Compaction) })
}
