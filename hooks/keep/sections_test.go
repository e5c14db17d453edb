package keep

import (
	"slices"
	"testing"
)

func TestSectionsAreReadInTheFormsModelsWrite(t *testing.T) {
	for _, c := range []struct {
		name, text     string
		owner, waiting []string
	}{
		{"headings with marks, dates before and behind", "## Owner decisions\n\n- \"use A\" (2026-11-30)\n- [2026-11-30] \"never push\"\n- 2026-11-30: keep the `flag` for now\n\n## Waiting on the owner\nnone\n\n## Next\n- x",
			[]string{"use A", "never push", "keep the `flag` for now"}, nil},
		{"bold headings, what waits behind the colon", "**Owner decisions:**\n1. \"use A\" — 2026-11-30\n2. \"use B\"\n\n**Waiting on the owner:** \"which port?\"\n\n**Current work:** foo",
			[]string{"use A", "use B"}, []string{"which port?"}},
		{"numbered headings, items below groups", "7. Owner decisions:\n   - \"use A\"\n   - Rules:\n     - \"never push\"\n\n8. Waiting on the owner:\n   - Which port? (asked 2026-11-30)\n\n9. Current Work:\n   Foo",
			[]string{"use A", "never push"}, []string{"Which port? (asked 2026-11-30)"}},
		{"a number within bold", "**7. Owner decisions**\n- \"a b c\"\n\n**8. Waiting on the owner**\n- q?\n\n**9. Other**\n- r", []string{"a b c"}, []string{"q?"}},
		{"labels in bold", "10. **Owner decisions** (word for word):\n    - **Decision** (2026-11-30 14:02): \"use A instead of B\"\n    - **Rule** [date unknown]: “never push”\n11. **Waiting on the owner**:\n    - none\n12. foo: bar",
			[]string{"use A instead of B", "never push"}, nil},
		{"headings that are list items", "- **Owner decisions**:\n  - \"use A\"\n- **Waiting on the owner**: none\n- **Files**: x", []string{"use A"}, nil},
		{"headings without any mark", "Owner decisions\n- \"use A\"\n\nWaiting on the owner\n- None.\n", []string{"use A"}, nil},
		{"quotes within a quote", `## Owner decisions` + "\n- \"mode: \"full\" is settled already\"", []string{`mode: "full" is settled already`}, nil},
		{"a decision and the one that replaced it", "## Owner decisions\n- \"use A\" (replaced by \"use B\" on 2026-12-01)", []string{"use A", "use B"}, nil},
		{"an answer without its question", "## Owner decisions\n- [2026-11-30] \"yes\" (to: \"Shall I open PR #12?\")", []string{"yes"}, nil},
		{"a quote of several lines with a list in it", "## Owner decisions\n- [2026-11-29] \"do this:\n- lint\n\n- test\"\n- \"push\"", []string{"do this:\n- lint\n\n- test", "push"}, nil},
		{"a quote in block quotation", "### Owner Decisions\n> \"use A\nand then B\"\n\n#### Approvals\n- \"commit this\"\n### Other\n- \"no\"", []string{"use A\nand then B", "commit this"}, nil},
		{"groups in bold", "## Owner decisions\n**Rules**\n- \"a b\"\n**Approvals:**\n- \"c d\" (Nov 30, 2026)\n- none", []string{"a b", "c d"}, nil},
		{"groups as the brief names them", "Owner decisions:\nRules:\n- [2026-11-29] \"a b\"\nApprovals and permissions:\n- \"c d\"\n\nWaiting on the owner:\nnone\n", []string{"a b", "c d"}, nil},
		{"groups in bold below a bold heading", "**Owner decisions**\n**Rules:**\n- \"a b\"\n**Open questions:**\n- \"c d\"\n**Files:**\n- \"e f\"\n", []string{"a b", "c d"}, nil},
		{"a table", "## Owner decisions\n| date | quote |\n|---|---|\n| 2026-11-30 | \"use A\" |\n", []string{"use A"}, nil},
		{"other scripts and quote marks", "# OWNER DECISIONS (verbatim)\n* 30 Nov 2026 – nimm die kleine Lösung\n* „nimm B“ (30.11.2026)\n* 「用A」\n", []string{"nimm die kleine Lösung", "nimm B", "用A"}, nil},
		{"words in quote marks that are no quotation", "## Owner decisions\n- use `keeper` as the name, not \"saver\"", []string{"use `keeper` as the name, not \"saver\""}, nil},
		{"who said it", "## Owner decisions\n- Owner (2026-11-30): \"no deps\"\n- [x] 2026-11-30T12:00:00Z — \"done thing\"\n- the owner said \"go on\"", []string{"no deps", "done thing", "go on"}, nil},
		{"the client's own sections end it", "## Owner decisions\n- \"use A\"\n\n7. Pending Tasks:\n   - \"B\"", []string{"use A"}, nil},
		{"a closing paragraph is no item", "## Owner decisions\n- \"use A\"\n\nAll tests pass. The \"flag\" stays.\n", []string{"use A"}, nil},
		{"a wrapped item", "## Waiting on the owner\n1. Whether to use Redis\n   or Postgres?\n2. x", nil, []string{"Whether to use Redis\nor Postgres?", "x"}},
		{"nothing to list", "## Owner decisions\nNone so far.\n\n## Waiting on the owner\nNothing is waiting on the owner.\n", nil, nil},
		{"no such sections", "1. Primary Request:\n   - \"use A\"", nil, nil},
		{"a heading within code is none", "```\n## Owner decisions\n- \"use A\"\n```\n", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := ReadSummary(c.text)
			if got := s.OwnerDecisions(); !slices.Equal(got, c.owner) {
				t.Errorf("owner decisions %q, want %q", got, c.owner)
			}
			if got := s.Waiting(); !slices.Equal(got, c.waiting) {
				t.Errorf("waiting %q, want %q", got, c.waiting)
			}
		})
	}
}

func TestQuotesAreWhatTheSummaryGivesAsTheOwnersWords(t *testing.T) {
	s := ReadSummary("## Owner decisions\n- use A\n- \"use B\"\n## Waiting on the owner\n- the name of the branch\n- \"which port?\"")
	if got, want := s.Quotes(), []string{"use A", "use B", "which port?"}; !slices.Equal(got, want) {
		t.Errorf("Quotes = %q, want %q", got, want)
	}
}
