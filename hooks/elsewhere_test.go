package hooks_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// The client resumes and forks a conversation in whatever folder: where it began says whose it is.
func TestAConversationThatBeganInAProjectThatIsOffIsNotTakenInElsewhere(t *testing.T) {
	for _, tc := range []struct {
		name string
		off  func(c *conversation, d *db.DB) error
		gone bool // the folder it began in
	}{
		{"off", func(c *conversation, d *db.DB) error { return d.SwitchProject(ctx, c.dir, false) }, false},
		{"off, its folder deleted", func(c *conversation, d *db.DB) error { return d.SwitchProject(ctx, c.dir, false) }, true},
		{"forgotten", func(c *conversation, d *db.DB) error {
			if err := d.SwitchProject(ctx, c.dir, true); err != nil {
				return err
			}
			p, err := d.ProjectByRoot(ctx, c.dir)
			if err == nil {
				d.Now = func() time.Time { return c.now }
				_, err = d.Forget(ctx, db.Target{Project: p.ID})
			}
			return err
		}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := newConversation(t)
			c.state = filepath.Join(t.TempDir(), "state")
			c.says("Never push to main.")
			c.answers("Understood.")
			d := c.ledger()
			if err := tc.off(c, d); err != nil {
				t.Fatal(err)
			}
			d.Close()
			if tc.gone { // only the transcript is left, in the client's folder
				path := filepath.Join(t.TempDir(), filepath.Base(c.path))
				if err := os.Rename(c.path, path); err != nil {
					t.Fatal(err)
				}
				if err := os.RemoveAll(c.dir); err != nil {
					t.Fatal(err)
				}
				c.path = path
			}
			c.fire("UserPromptSubmit", fields{"cwd": t.TempDir()})
			c.fire("Stop", fields{"cwd": t.TempDir()})
			d = c.ledger()
			defer d.Close()
			if words, err := d.Words(ctx, c.id); err != nil || len(words) != 0 {
				t.Errorf("taken in: %+v, %v", words, err)
			}
		})
	}
}
