package web

import (
	"fmt"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// The course is drawn by day while it is short, by week later, and never further back than this.
const (
	courseDays  = 42
	courseWeeks = 26
	dayLength   = 24 * time.Hour
)

// course is how the share of decisions that stand has changed.
type course struct {
	Weekly bool
	Bars   []courseBar
	Points []coursePoint // what the table says
	From   time.Time     // the begin of the first bar
	Until  time.Time     // the begin of the last stretch, which is not over
	Mark   string        // where the keeper was installed, as the share of the width; empty: before, or not known
	Since  time.Time     // when it was installed
}

// coursePoint is what became of the decisions of one stretch of time.
type coursePoint struct {
	db.CoursePoint
	From time.Time
}

// courseBar is a point as it is drawn, in percent of the width and the height.
type courseBar struct {
	coursePoint
	X, Width, Kept, KeptY, PutBack, PutBackY string
	Says                                     string
}

// newCourse draws the points of stretches that begin at from, up to now.
func newCourse(points []db.CoursePoint, from time.Time, weekly bool, installed, now time.Time) course {
	c := course{Weekly: weekly, From: from}
	days := c.days()
	n := 1 + int(now.Sub(from)/(time.Duration(days)*dayLength))
	c.Until = from.AddDate(0, 0, (n-1)*days)
	kept := map[int]bool{} // stretches in which the keeper was there
	for _, p := range points {
		if !p.Past {
			kept[p.N] = true
		}
	}
	for _, p := range points {
		if p.N >= n { // a clock that was ahead
			continue
		}
		x := coursePoint{p, from.AddDate(0, 0, p.N*days)}
		c.Points = append(c.Points, x)
		if p.Past && kept[p.N] {
			continue // one bar a stretch: what was before the keeper stands in the table
		}
		c.Bars = append(c.Bars, c.bar(x, n))
	}
	if at := installed.Sub(from); !installed.IsZero() && at >= 0 && installed.Before(now) {
		part := at.Hours() / (float64(n*days) * dayLength.Hours())
		c.Since, c.Mark = installed, fmt.Sprintf("%.2f%%", 100*part)
	}
	return c
}

func (c course) days() int {
	if c.Weekly {
		return 7
	}
	return 1
}

// bar places a point among n.
func (c course) bar(p coursePoint, n int) courseBar {
	part := func(n int) float64 { return 100 * float64(n) / float64(p.Asked) }
	of := func(f float64) string { return fmt.Sprintf("%.2f%%", f) }
	wide := 100 / float64(n)
	kept, put := part(p.Kept), part(p.PutBack)
	return courseBar{
		coursePoint: p,
		X:           of((float64(p.N) + .15) * wide), Width: of(min(.7*wide, 8)),
		Kept: of(kept), KeptY: of(100 - kept), PutBack: of(put), PutBackY: of(100 - kept - put),
		Says: c.stretch(p) + ": " + p.says(),
	}
}

// stretch names a point's stretch of time.
func (c course) stretch(p coursePoint) string {
	if c.Weekly {
		return "Week of " + date(p.From)
	}
	return date(p.From)
}

// says tells what became of the decisions.
func (p coursePoint) says() string {
	s := fmt.Sprintf("%d of %d stand, %d kept by the summaries, %d put back; %s", p.Stands(), p.Asked, p.Kept, p.PutBack, count(p.Compactions, "compaction"))
	if p.Past {
		return s + " before compact-keeper"
	}
	return s
}

// date writes a day.
func date(t time.Time) string { return t.Format("2 Jan 2006") }

// courseFrom is the begin of the course whose first compaction was at first.
func courseFrom(first, now time.Time) (from time.Time, weekly bool) {
	midnight := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
	}
	first, now = midnight(first.Local()), midnight(now.Local())
	if !first.Before(now.AddDate(0, 0, 1-courseDays)) {
		return first, false
	}
	monday := func(t time.Time) time.Time { return t.AddDate(0, 0, -(int(t.Weekday())+6)%7) }
	if oldest := monday(now).AddDate(0, 0, 7*(1-courseWeeks)); first.Before(oldest) {
		return oldest, true
	}
	return monday(first), true
}

// hasPast tells whether something is drawn that was before the keeper.
func (c course) hasPast() bool {
	for _, b := range c.Bars {
		if b.Past {
			return true
		}
	}
	return false
}
