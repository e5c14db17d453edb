package main_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
)

// survey is the table of all runs.
type survey struct {
	t  *testing.T
	mu sync.Mutex
	sb strings.Builder
}

// figures are what the compactions of one run and trigger come to.
type figures struct {
	kept                                      // putBack, missing and trigger; of all of them
	compactions, revived                      int
	worstShare, meanShare, lastShare, maximum float64 // maximum is the highest ratio of one compaction
}

// add takes a run in, a line for each trigger.
func (s *survey) add(r run, all []kept) []figures {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []figures
	for _, trigger := range []string{"manual", "auto"} {
		f := figures{worstShare: 1}
		f.trigger = trigger
		for _, k := range all {
			if k.trigger != trigger {
				continue
			}
			f.compactions++
			f.revived += len(k.revived)
			f.putBack += k.putBack
			f.missing += k.missing
			f.worstShare = min(f.worstShare, k.share())
			f.meanShare += k.share()
			f.lastShare = k.share()
			f.maximum = max(f.maximum, k.ratio())
		}
		f.meanShare /= float64(f.compactions)
		fmt.Fprintf(&s.sb, "%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%d\t%d\t%d\t%.2f\t%.2f\n", r, trigger, f.compactions,
			f.worstShare, f.meanShare, f.lastShare, f.revived, f.putBack, f.missing, f.ratio(), f.maximum)
		out = append(out, f)
	}
	return out
}

func (s *survey) log() {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 4, 2, ' ', 0)
	fmt.Fprint(w, "run\ttrigger\tcompactions\tworst\tmean\tlast\trevived\tput back\tmissing\tratio\thighest\n"+s.sb.String())
	w.Flush()
	s.t.Log("the share of live decisions that stand word for word, and the characters put back:\n" + out.String())
}

func (k kept) share() float64 { return float64(k.standing) / float64(max(k.live, 1)) }

func (k kept) ratio() float64 {
	if k.putBack == 0 {
		return 0
	}
	return float64(k.putBack) / float64(max(k.missing, 1))
}
