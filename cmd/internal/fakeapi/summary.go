package fakeapi

import (
	"fmt"
	"strings"
)

// Mode names a way to summarize.
type Mode string

// The ways to summarize, from the worst to the best.
const (
	Drop       Mode = "drop"       // says nothing of what was said
	Paraphrase Mode = "paraphrase" // says that something was said
	Mangle     Mode = "mangle"     // keeps the shape of each message and loses its words
	Recent     Mode = "recent"     // as real ones do: the messages since the previous compaction only
	Obey       Mode = "obey"       // repeats what the additional instructions hold, and nothing else
	Verbatim   Mode = "verbatim"   // repeats every user text
	Text       Mode = "text"       // answers Settings.SummaryText as it stands
)

func summarize(set Settings, ms []Message) string {
	if set.Summary == Text {
		return set.SummaryText
	}
	return "<analysis>\nthought about it\n</analysis>\n\n<summary>\n" + summaryBody(set.Summary, ms) + "</summary>"
}

func summaryBody(mode Mode, ms []Message) string {
	texts := userTexts(ms)
	switch mode {
	case Drop:
		return "1. Primary Request: continue.\n"
	case Mangle:
		return list(texts, mangled)
	case Recent:
		return list(texts, func(t string) string {
			// the client's own wrappings and the previous summary are no messages
			if strings.HasPrefix(t, "<") || isSummary(t) {
				return ""
			}
			return t
		})
	case Obey:
		r := Request{Kind: Compact, Messages: ms}
		return "1. Primary Request: work on the project.\n\n" + r.Instructions() + "\n"
	case Verbatim:
		return list(texts, func(t string) string { return t })
	default:
		return fmt.Sprintf("1. Primary Request: the user sent %d messages about the project and asked to carry on.\n2. Pending: carry on.\n", len(texts))
	}
}

// list is section 6 of the client's summaries; an empty line is left out.
func list(texts []string, line func(string) string) string {
	var sb strings.Builder
	sb.WriteString("6. All user messages:\n")
	for _, t := range texts {
		if l := line(t); l != "" {
			sb.WriteString("   - " + l + "\n")
		}
	}
	return sb.String()
}

// mangled changes every third word and drops all after the twelfth.
func mangled(text string) string {
	words := strings.Fields(text)
	words = words[:min(len(words), 12)]
	for i := 2; i < len(words); i += 3 {
		words[i] = strings.ToUpper(words[i]) + "?"
	}
	return strings.Join(words, " ")
}
