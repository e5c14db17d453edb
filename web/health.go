package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

const (
	// hookDays is for how many days back hook times are summed up, and mostRuns for how many runs at most: more would keep
	// the page waiting.
	hookDays = 7
	mostRuns = 3000
	// mostFailures is how many failures are looked at; equal ones are shown as one.
	mostFailures = 200
)

// healthView is what the health page shows.
type healthView struct {
	page
	Trouble      string // why the ledger cannot be read
	Checks       []Check
	LookedAt     time.Time
	Looking      bool // a look is being taken
	Asked        bool // the person has asked for one
	Times        []db.HookTime
	Cut          bool // there were more runs than the times are of
	Failures     []failure
	Files        *Files
	FilesTrouble string
}

// failure is one that came once, or several times.
type failure struct {
	db.Run // the last one
	Times  int
}

// showHealth shows what doctor found, how long hooks took, what failed, and what lies in the state folder.
func (s *Server) showHealth(w http.ResponseWriter, r *http.Request) error {
	v := healthView{page: page{base: s.prefix, title: "Health", nav: "Health", address: s.prefix + r.URL.RequestURI(), now: s.Now()}}
	// Whatever is wrong with the ledger, this is the page that tells what to do about it.
	if err := v.read(r, s); err != nil {
		v.Trouble = err.Error()
	}
	v.exports = true
	v.Asked = r.URL.Query().Has("looked")
	if s.Files != nil {
		f, err := s.Files()
		if err != nil {
			v.FilesTrouble = err.Error()
		}
		v.Files = &f
	}
	if s.Doctor != nil {
		if _, at, _ := s.health.last(); s.due(r, at) {
			s.health.start(s.Now, s.Doctor, s.Changed)
		}
		if r.URL.Query().Has("format") {
			s.health.wait(r.Context())
		}
		v.Checks, v.LookedAt, v.Looking = s.health.last()
	}
	if done, err := s.export(w, r, "health", v.file(), v.markdown); done {
		return err
	}
	s.render(w, r, http.StatusOK, healthPage(v, s.Doctor != nil))
	return nil
}

// lookAgain takes another look, however old the last one is.
func (s *Server) lookAgain(w http.ResponseWriter, r *http.Request) error {
	if s.Doctor != nil {
		s.health.start(s.Now, s.Doctor, s.Changed)
	}
	http.Redirect(w, r, s.prefix+"/health?looked=now", http.StatusSeeOther)
	return nil
}

// read reads what the ledger tells.
func (v *healthView) read(r *http.Request, s *Server) error {
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	if v.page, err = s.newPage(r, d, "Health", "Health"); err != nil {
		return err
	}
	if v.Times, v.Cut, err = d.HookTimes(r.Context(), v.now.AddDate(0, 0, -hookDays), mostRuns); err != nil {
		return err
	}
	v.Failures, err = failuresOf(r.Context(), d)
	return err
}

// failuresOf lists the last failures, those with the same text as one, the one that came last first.
func failuresOf(ctx context.Context, d *db.DB) (list []failure, err error) {
	all, err := d.Failures(ctx, mostFailures)
	at := map[[2]string]int{}
	for _, f := range all {
		key := [2]string{f.Event, f.Error}
		i, met := at[key]
		if !met {
			i = len(list)
			at[key] = i
			list = append(list, failure{Run: f})
		}
		list[i].Times++
	}
	return list, err
}

// having lists the checks of a state.
func (v healthView) having(states ...string) (list []Check) {
	for _, state := range states {
		for _, c := range v.Checks {
			if c.State == state {
				list = append(list, c)
			}
		}
	}
	return list
}

// verdict is the one sentence above the checks.
func (v healthView) verdict() string {
	faults, warnings := len(v.having("fault")), len(v.having("warning"))
	switch {
	case faults > 0 && warnings > 0:
		return count(faults, "fault") + ", " + count(warnings, "warning")
	case faults > 0:
		return count(faults, "fault")
	case warnings > 0:
		return "No fault, " + count(warnings, "warning")
	}
	return "No fault"
}

// fineWords counts the checks below the findings.
func (v healthView) fineWords() string {
	text := count(len(v.having("ok")), "check") + " without a finding"
	if n := len(v.having("unknown")); n > 0 {
		text += ", " + number(int64(n)) + " not looked at"
	}
	return text
}

// timesCaption says what the hook times are of.
func (v healthView) timesCaption() string {
	text := fmt.Sprintf("How long each hook ran, in milliseconds: the last %d days", hookDays)
	if v.Cut {
		text += ", of them the last " + number(mostRuns) + " runs"
	}
	return text
}

// opened lets what doctor found begin like a sentence. A path or the name of a setting stays as it is.
func opened(found string) string {
	first, _, _ := strings.Cut(found, " ")
	for _, c := range first {
		if c < 'a' || c > 'z' {
			return found
		}
	}
	return capital(found)
}

// checkTitles name the checks for a person; doctor's names are for programs.
var checkTitles = map[string]string{
	"client": "Claude Code", "settings": "Settings files of Claude Code", "switches": "Switches for hooks", "compaction": "When it compacts",
	"others": "Other plugins and hooks", "hooks": "Our hooks in the settings", "executable": "The hook executable", "probe": "A hook, run once",
	"sessions": "Sessions that run now", "firings": "When each hook ran last", "missed": "Compactions without hooks", "delivery": "What hooks print arrives",
	"state": "State folder", "ledger": "Ledger", "spool": "Put off by hooks", "failures": "Failures", "clock": "Clock",
	"projects": "Projects that are off", "dashboard": "Dashboard",
}

func checkTitle(name string) string {
	if t, ok := checkTitles[name]; ok {
		return t
	}
	return name
}

// mendedBy is the page that does what a check tells the person to type, empty where none does.
func mendedBy(c Check) string {
	switch c.Command {
	case "compact-keeper install":
		return "/setup"
	case "compact-keeper import":
		return "/setup#import"
	}
	return ""
}

// millis writes how long a hook took.
func millis(d time.Duration) string {
	ms := float64(d.Microseconds()) / 1000
	if ms < 100 {
		return fmt.Sprintf("%.1f", ms)
	}
	return number(int64(ms + .5))
}

// fileSize writes a number of bytes.
func fileSize(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.0f KB", float64(n)/1e3)
	}
	return count(int(n), "byte")
}
