package hooks_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// orders lists every order of the parts 1 to 4.
func orders() (all [][]int) {
	var permute func(done, rest []int)
	permute = func(done, rest []int) {
		if len(rest) == 0 {
			all = append(all, append([]int(nil), done...))
		}
		for i, n := range rest {
			permute(append(done, n), append(append([]int(nil), rest[:i]...), rest[i+1:]...))
		}
	}
	permute(nil, []int{1, 2, 3, 4})
	return all
}

func TestThePartsAreOneTextInWhateverOrderTheyRun(t *testing.T) {
	for _, order := range orders() {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			t.Parallel()
			c := newConversation(t)
			var want []string
			for i := range 80 {
				d := fmt.Sprintf("Always keep rule %d: %s.", i, strings.Repeat("the exporter stays apart from the importer ", 5))
				want = append(want, d)
				c.says(d)
			}
			c.answers("Understood.")
			stop := make(chan bool)
			var writer sync.WaitGroup
			writer.Go(func() { // another session's hooks, all the while
				d := c.ledger()
				for i := 0; ; i++ {
					select {
					case <-stop:
						return
					default:
						time.Sleep(time.Millisecond) // SQLite's lock is not fair: without a pause the others might starve
					}
					err := d.Write(ctx, func(x *db.Tx) error { return x.AddEvent("other", 0, fmt.Sprint("event ", i)) })
					if err != nil {
						t.Error(err)
					}
				}
			})
			texts := make([]string, 5)
			for _, purpose := range []struct {
				event string
				f     fields
			}{{"PreCompact", fields{"trigger": "auto"}}, {"SessionStart", fields{"source": "compact"}}} {
				var parts sync.WaitGroup
				for _, n := range order {
					parts.Go(func() { texts[n] = c.firePart(purpose.event, n, purpose.f) })
				}
				parts.Wait()
				all := strings.Join(texts[1:], "\n")
				for _, d := range want {
					if got := strings.Count(all, "- "+d) + strings.Count(all, "- [2026-11-30] "+d); got != 1 {
						t.Errorf("%s: %q stands %d times", purpose.event, d[:24], got)
					}
				}
				for n := 1; n < 4; n++ {
					if texts[n] != "" && !strings.HasPrefix(texts[n], fmt.Sprintf("[compact-keeper, part %d of ", n)) {
						t.Errorf("%s: part %d begins %.40q", purpose.event, n, texts[n])
					}
				}
			}
			close(stop)
			writer.Wait()
			all, err := c.ledger().Compactions(ctx, c.id, 10)
			if err != nil || len(all) != 1 {
				t.Errorf("%d rows for one compaction, %v", len(all), err)
			}
		})
	}
}

// BR-39: a hook that is registered twice, as by a plugin and by settings, must not say everything twice.
func TestBR39AHookThatIsRegisteredTwicePutsBackOnce(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.fire("PreCompact", fields{"trigger": "auto"})
	first, second := c.fire("SessionStart", fields{"source": "compact"}), c.fire("SessionStart", fields{"source": "compact"})
	if !has(first, rule) || second != "" {
		t.Errorf("first:\n%s\nsecond:\n%s", first, second)
	}
}

// A retry of the client fires PreCompact twice within 45 ms (client 2.1.332): the first attempt came to nothing.
func TestARetriedPreCompactGivesTheBriefAgain(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	first, second := c.fire("PreCompact", fields{"trigger": "auto"}), c.fire("PreCompact", fields{"trigger": "auto"})
	if first != second || !has(first, rule) {
		t.Errorf("first:\n%s\nsecond:\n%s", first, second)
	}
	c.fire("SubagentStop", fields{"agent_id": "f", "last_assistant_message": "<summary>" + rule + "</summary>"})
	if restore := c.fire("SessionStart", fields{"source": "compact"}); has(restore, rule) {
		t.Errorf("the check of the second attempt did not count:\n%s", restore)
	}
}
