package doctor

import (
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	width  = 80
	indent = 21 // where what was found begins
)

// Write prints a report for a person, in lines of 80 columns. A command stands on a line of its own, however long it is, so
// that it can be taken over whole. What was not looked at is named at the end. The conclusion of a bad report is left to the
// error that Conclusion makes.
func (r Report) Write(out io.Writer) error {
	var b strings.Builder
	var unknown []string
	for _, f := range r.Checks {
		if f.State == Unknown {
			unknown = append(unknown, f.Name)
			continue
		}
		fmt.Fprintf(&b, "%-8s %-11s ", f.State, f.Name)
		b.WriteString(wrap(f.Found, indent) + "\n")
		if f.Next != "" {
			b.WriteString(strings.Repeat(" ", indent) + wrap(f.Next, indent) + "\n")
		}
		if f.Command != "" {
			b.WriteString(strings.Repeat(" ", indent+2) + f.Command + "\n")
		}
	}
	if len(unknown) > 0 {
		b.WriteString("unknown  " + wrap(strings.Join(unknown, ", "), len("unknown  ")) + "\n")
	}
	if r.OK {
		b.WriteString("\n" + r.Conclusion() + "\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// Conclusion is the last line of a report; where there is a fault, it is the error to end with.
func (r Report) Conclusion() string {
	faults, warnings := r.Count(Fault), r.Count(Warning)
	switch {
	case faults > 0:
		return count(faults, "fault") + ": do what stands below the first one, then look again"
	case warnings > 0:
		return "No fault, " + count(warnings, "warning") + "."
	}
	return "No fault."
}

// wrap breaks a text at spaces into lines that end at the right edge, all but the first one indented.
func wrap(text string, indent int) string {
	var b strings.Builder
	room := width - indent
	used := 0
	for i, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case i == 0:
		case used+1+n > room:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			used = 0
		default:
			b.WriteString(" ")
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// ago writes how long ago something was.
func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	}
	return fmt.Sprintf("%d days ago", int(d.Hours()/24))
}

// list names at most n things.
func list(all []string, n int) string {
	if len(all) > n {
		return strings.Join(all[:n], ", ") + fmt.Sprintf(" and %d more", len(all)-n)
	}
	return strings.Join(all, ", ")
}
