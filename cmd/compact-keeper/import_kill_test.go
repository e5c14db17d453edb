package main_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// history puts many sessions on the machine, some of which fork others; each was compacted.
func (m machine) history(sessions int) {
	m.Helper()
	for n := range sessions {
		s := talk{session: fmt.Sprintf("%08x-0000-4000-8000-000000000000", n), cwd: fmt.Sprint("/home/owner/", n%5)}
		for i := range 3 {
			for k := range 30 {
				s.say(fmt.Sprintf("Never rename the module %c%c%c without asking me.", 'a'+n%26, 'a'+i, 'a'+k%26), "It took four minutes again.")
			}
			s.compact(fmt.Sprintf("They talked. \"Never rename the module %c%c%c without asking me.\"", 'a'+n%26, 'a'+i, 'a'))
		}
		m.keep(s.cwd, s.session, s.text.String())
	}
}

// sameRows compares two ledgers row for row.
func sameRows(t *testing.T, got, want map[string][]string) {
	t.Helper()
	if len(want["word"]) == 0 || len(want["compaction"]) == 0 {
		t.Fatal("the ledger that is compared with holds nothing")
	}
	for name := range want {
		if !slices.Equal(got[name], want[name]) {
			t.Errorf("table %s: %d rows, want %d, or others than those", name, len(got[name]), len(want[name]))
		}
	}
}

// BR-52: whatever ends an import, what it has stored is sound, and the next one goes on from there.
func TestBR52AnImportThatIsEndedAgainAndAgainComesToTheSameRows(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.history(24)
	start := time.Now()
	m.does("of 24 transcripts", "import")
	span := time.Since(start) / 8
	want := m.tables()
	for _, c := range []struct {
		name   string
		signal syscall.Signal
	}{
		{"kill -9", syscall.SIGKILL},
		{"Ctrl-C", syscall.SIGINT},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := m.stateIn(t.TempDir())
			m.T = t
			rnd := rand.New(rand.NewPCG(7, uint64(c.signal)))
			for ended := 0; ended < 10; {
				cmd := exec.Command(filepath.Join(m.bin, "compact-keeper"), "import")
				cmd.Env = m.env
				var out strings.Builder
				cmd.Stdout, cmd.Stderr = &out, &out
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.AfterFunc(time.Duration(rnd.Int64N(int64(span))), func() { cmd.Process.Signal(c.signal) })
				cmd.Wait()
				switch said := out.String(); {
				case strings.Contains(said, "Nothing new"):
					t.Fatalf("the import was complete after %d ends: it takes too little time", ended)
				case !cmd.ProcessState.Exited(): // Ctrl-C, too, before it listened for that
					ended++
				case strings.Contains(said, "compact-keeper import goes on from there") && cmd.ProcessState.ExitCode() == 1:
					ended++
				case !strings.Contains(said, "Took in"):
					t.Errorf("exit %d\n%s", cmd.ProcessState.ExitCode(), said)
				}
			}
			if got := list(t, m.ledger(), "pragma integrity_check"); !slices.Equal(got, []string{"ok"}) {
				t.Errorf("integrity check: %q", got)
			}
			before := list(t, m.ledger(), "select count(*) from word")
			m.does("Took in ", "import")
			t.Logf("%s words after ten ends, %s at the end", before, list(t, m.ledger(), "select count(*) from word"))
			sameRows(t, m.tables(), want)
		})
	}
}
