package main_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// run is a session that is compacted over and over.
type run struct {
	mode        fakeapi.Mode
	auto        bool // the client compacts by itself: by turns at a turn's start and in its middle
	resume      bool // every cycle is a client of its own
	bare        bool // without compact-keeper
	compactions int
}

func (r run) String() string {
	road, trigger := "living", "manual"
	if r.resume {
		road = "resume"
	}
	if r.auto {
		trigger = "auto"
	}
	if r.bare {
		road += ", without us"
	}
	return fmt.Sprintf("%s, %s, %s", r.mode, trigger, road)
}

// play runs the session and measures each of its compactions.
func (r run) play(t *testing.T) []kept {
	l := lab.New(t)
	if !r.bare {
		install(t, l)
	}
	l.API.Set(func(s *fakeapi.Settings) { s.Summary, s.Usage = r.mode, 5000 })
	l.Run("git", "init", "-q")

	var o owner
	var then []*owner // the owner at each compaction
	v := l.Live()
	for n := range r.compactions {
		if r.resume && n > 0 {
			v = l.Live("--resume", v.SessionID)
		}
		for _, line := range o.cycle(n) {
			l.API.Script(line.prompt, r.script(n, line.script))
			v.Say(line.prompt)
		}
		then = append(then, o.snapshot())
		// by turns in a client of its own, which costs a start
		alone := r.resume && n%2 == 0
		if !r.auto && !alone {
			v.Say("/compact")
		}
		if r.resume {
			v.Close()
		}
		if !r.auto && alone {
			l.Resume(v.SessionID, "/compact")
		}
	}
	if r.resume {
		v = l.Live("--resume", v.SessionID)
	}
	v.Say(o.say(chatter(r.compactions, 0)))
	v.Close()

	first := firstAfter(l.API.Take())
	if len(first) != r.compactions {
		t.Fatalf("%d summaries were asked for, want %d", len(first), r.compactions)
	}
	rows := l.Transcript(v.SessionID)
	out := make([]kept, len(first))
	for n, request := range first {
		out[n] = measure(then[n], request, restored(rows, request))
	}
	return out
}

// script makes the last answer of an automatic cycle fill the context: by turns before the turn ends and at its end.
func (r run) script(n int, script string) string {
	full := fmt.Sprintf("[[usage %d]]", lab.AutoCompact)
	switch {
	case !strings.Contains(script, "echo"):
		return script
	case !r.auto:
		return script + "[[then]][[text It printed two lines.]]"
	case n%2 == 0:
		return script + "[[then]]" + full + "[[text It printed two lines.]]"
	default:
		return full + script
	}
}

// TestSurvival compacts sessions 20 times in a row. In the first request after every compaction each live decision
// stands word for word, nothing reversed and no tool's order is put back, and what is put back holds at most 1.3 times
// the characters of what was missing.
func TestSurvival(t *testing.T) {
	var runs []run
	for _, mode := range []fakeapi.Mode{fakeapi.Drop, fakeapi.Paraphrase, fakeapi.Mangle, fakeapi.Recent, fakeapi.Obey} {
		for _, auto := range []bool{false, true} {
			runs = append(runs, run{mode: mode, auto: auto, compactions: 20})
		}
	}
	runs = append(runs,
		run{mode: fakeapi.Recent, resume: true, compactions: 20},
		run{mode: fakeapi.Paraphrase, auto: true, resume: true, compactions: 20},
		// what the others are worth shows here: without us the decisions go
		run{mode: fakeapi.Recent, bare: true, compactions: 4},
	)
	table := surveys{t: t}
	t.Cleanup(table.log)
	for _, r := range runs {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			all := r.play(t)
			table.add(r, all)
			if r.bare {
				if last := all[len(all)-1]; last.standing*2 > last.live {
					t.Errorf("%d of %d decisions stand without us: this test shows nothing", last.standing, last.live)
				}
				return
			}
			seen := map[string]bool{}
			for n, k := range all {
				for _, q := range k.lost {
					if !seen[q] {
						t.Errorf("from compaction %d on, does not stand: %q", n+1, q)
					}
					seen[q] = true
				}
				for _, q := range k.revived {
					if !seen[q] {
						t.Errorf("from compaction %d on, put back and does not bind: %q", n+1, q)
					}
					seen[q] = true
				}
			}
			if back, missing := sum(all); float64(back) > 1.3*float64(missing) {
				t.Errorf("put back %d characters, %d were missing", back, missing)
			}
		})
	}
}

// surveys is the table of all runs.
type surveys struct {
	t  *testing.T
	mu sync.Mutex
	sb strings.Builder
}

func (s *surveys) add(r run, all []kept) {
	worst, total, revived, worstRatio := 1.0, 0.0, 0, 0.0
	for _, k := range all {
		worst = min(worst, k.share())
		total += k.share()
		revived += len(k.revived)
		worstRatio = max(worstRatio, k.ratio())
	}
	back, missing := sum(all)
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(&s.sb, "%s\t%d\t%.3f\t%.3f\t%.3f\t%d\t%d\t%d\t%.2f\t%.2f\n", r, len(all),
		worst, total/float64(len(all)), all[len(all)-1].share(), revived,
		back, missing, kept{putBack: back, missing: missing}.ratio(), worstRatio)
}

func (s *surveys) log() {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 4, 2, ' ', 0)
	fmt.Fprint(w, "run\tcompactions\tworst\tmean\tfinal\trevived\tput back\tmissing\tratio\tworst\n"+s.sb.String())
	w.Flush()
	s.t.Log("the share of live decisions that stand word for word, and the characters put back:\n" + out.String())
}

func sum(all []kept) (back, missing int) {
	for _, k := range all {
		back += k.putBack
		missing += k.missing
	}
	return back, missing
}

func (k kept) share() float64 { return float64(k.standing) / float64(max(k.live, 1)) }
func (k kept) ratio() float64 { return float64(k.putBack) / float64(max(k.missing, 1)) }
