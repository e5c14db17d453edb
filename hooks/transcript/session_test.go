package transcript

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// log writes the rows of one session for a test, each a second after the one before.
type log struct {
	rows    []string
	last    string
	version string // else 2.1.332
}

func (l *log) add(row string) *log {
	n := len(l.rows)
	id := fmt.Sprintf("row-%d", n)
	if l.version != "" {
		row = strings.ReplaceAll(row, "2.1.332", l.version)
	}
	r := strings.NewReplacer("@id", id, "@parent", l.last, "@time", fmt.Sprintf("2026-11-30T10:%02d:%02dZ", n/60, n%60)).Replace(row)
	l.rows, l.last = append(l.rows, r+"\n"), id
	return l
}

func (l *log) prompt(text string) *log {
	return l.add(`{"parentUuid":"@parent","isSidechain":false,"promptId":"p-@id","type":"user","message":{"role":"user","content":` + quoted(text) + `},"uuid":"@id","timestamp":"@time","permissionMode":"auto","origin":{"kind":"human"},"promptSource":"typed","sessionId":"s","version":"2.1.332"}`)
}

// sibling is a prompt that hangs where the prompt before it hangs.
func (l *log) sibling(text string) *log {
	l.last = fmt.Sprintf("row-%d", len(l.rows)-2)
	return l.prompt(text)
}

func (l *log) answer(text string) *log {
	return l.add(`{"parentUuid":"@parent","isSidechain":false,"message":{"role":"assistant","content":[{"type":"text","text":` + quoted(text) + `}]},"type":"assistant","uuid":"@id","timestamp":"@time","sessionId":"s","version":"2.1.332"}`)
}

func (l *log) op(op, content string) *log {
	return l.add(`{"type":"queue-operation","operation":"` + op + `","timestamp":"@time","content":` + quoted(content) + `,"sessionId":"s"}`)
}

func (l *log) read(t *testing.T) []Item {
	t.Helper()
	items, _ := readOn(t, write(t, l.rows...), &State{})
	return items
}

func withdrawn(items []Item) (refs []string) {
	for _, i := range items {
		if i.Withdraw != nil {
			refs = append(refs, fmt.Sprint(i.Withdraw.UUID, i.Withdraw.Line))
		}
	}
	return refs
}

func TestPromptTakenBack(t *testing.T) {
	const lastPrompt = `{"type":"last-prompt","leafUuid":"0"}`
	for _, tt := range []struct {
		name string
		log  *log
		want []string
	}{
		{"sent again after Esc", new(log).answer("Hi").prompt("do A").sibling("do A, but gently"), []string{"row-11"}},
		{"edited into something else", new(log).answer("Hi").prompt("do A").sibling("do B"), []string{"row-11"}},
		{"the very first one", new(log).add(strings.Replace(typedRow("do A"), `"@parent"`, "null", 1)).add(strings.Replace(typedRow("do B"), `"@parent"`, "null", 1)), []string{"row-00"}},
		{"not once it was answered", new(log).answer("Hi").prompt("do A").answer("Done.").add(strings.Replace(typedRow("do B"), "@parent", "row-0", 1)), nil},
		{"not by the next message", new(log).answer("Hi").prompt("do A").prompt("and B"), nil},
		{"not where no row names its parent", new(log).add(`{"type":"user","message":{"role":"user","content":"a"},"uuid":"x","timestamp":"2026-11-30T10:00:00Z"}`).add(`{"type":"user","message":{"role":"user","content":"b"},"uuid":"y","timestamp":"2026-11-30T10:00:01Z"}`), nil},
		{"with last-prompt between", new(log).answer("Hi").prompt("do A").add(lastPrompt).add(strings.Replace(typedRow("do B"), "@parent", "row-0", 1)), []string{"row-11"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := withdrawn(tt.log.read(t)); !slices.Equal(got, tt.want) {
				t.Errorf("withdrawn %q, want %q", got, tt.want)
			}
		})
	}
}

func typedRow(text string) string {
	return `{"parentUuid":"@parent","type":"user","message":{"role":"user","content":` + quoted(text) + `},"uuid":"@id","timestamp":"@time","permissionMode":"auto","sessionId":"s","version":"2.1.332"}`
}

func TestTurnEnds(t *testing.T) {
	stop := func(errors string) string {
		return `{"type":"system","subtype":"stop_hook_summary","hookErrors":[` + errors + `],"uuid":"@id","timestamp":"@time"}`
	}
	interrupt := `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]},"uuid":"@id","timestamp":"@time"}`
	for _, tt := range []struct {
		name string
		log  *log
		want int
	}{
		{"at a Stop hook that lets it end", new(log).prompt("a").answer("b").add(stop("")), 1},
		{"not at one that objects", new(log).prompt("a").answer("b").add(stop(`"the tests fail"`)), 0},
		{"at its duration, once", new(log).prompt("a").add(stop("")).add(`{"type":"system","subtype":"turn_duration"}`), 1},
		{"at an interrupt", new(log).prompt("a").add(interrupt), 1},
		{"at the next prompt", new(log).prompt("a").prompt("b"), 1},
		{"not at a command of the client's own", new(log).prompt("a").add(`{"type":"user","message":{"role":"user","content":"<command-name>/model</command-name><command-args>opus</command-args>"},"uuid":"@id"}`), 0},
		{"nothing to end in a machine's turn", new(log).add(`{"type":"system","subtype":"turn_duration"}`), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := 0
			for _, i := range tt.log.read(t) {
				if i.TurnEnd {
					got++
				}
			}
			if got != tt.want {
				t.Errorf("%d ends, want %d", got, tt.want)
			}
		})
	}
}

func TestCompactionThatAModMade(t *testing.T) {
	for meta, want := range map[string]bool{
		`{"trigger":"auto","preTokens":9}`:                                                    false, // clients up to 2.1.206 never say what they kept
		`{"trigger":"auto","preTokens":9,"postTokens":3}`:                                     true,
		`{"trigger":"auto","preTokens":9,"postTokens":3,"preservedMessages":{"uuids":["a"]}}`: false,
		`{"trigger":"auto","preTokens":9,"postTokens":3,"preservedSegment":{"headUuid":"a"}}`: false,
	} {
		for _, i := range new(log).add(boundaryRow(meta)).add(summaryRow("x")).read(t) {
			if i.Compaction != nil && i.Compaction.Rewritten != want {
				t.Errorf("%s: rewritten %t", meta, i.Compaction.Rewritten)
			}
		}
	}
}

func TestQueue(t *testing.T) {
	attached := func(text string) string {
		return `{"parentUuid":"@parent","isSidechain":false,"attachment":{"type":"queued_command","prompt":` + quoted(text) + `,"commandMode":"prompt","origin":{"kind":"human"}},"type":"attachment","uuid":"@id","timestamp":"@time","version":"2.1.332"}`
	}
	for _, tt := range []struct {
		name string
		log  *log
		want []string
	}{
		{"an attachment counts once", new(log).prompt("go").op("enqueue", "and tests").op("remove", "and tests").add(attached("and tests")).prompt("on"), []string{"go", "and tests", "on"}},
		{"the same words twice count twice", new(log).prompt("go").op("enqueue", "more").op("enqueue", "more").op("remove", "").op("remove", "").add(attached("more")).add(attached("more")).prompt("on"), []string{"go", "more", "more", "on"}},
		{"a turn of its own counts once", new(log).prompt("go").op("enqueue", "and tests").op("dequeue", "").prompt("and tests"), []string{"go", "and tests"}},
		{"what was taken up is not what stands first", new(log).prompt("go").op("enqueue", "one").op("enqueue", "two").op("dequeue", "").prompt("two").op("remove", "").add(attached("one")).prompt("on"), []string{"go", "two", "one", "on"}},
		{"in an old client, what was taken up is not what stands first", (&log{version: "2.0.76"}).prompt("go").op("enqueue", "one").op("enqueue", "two").op("dequeue", "").prompt("two").op("remove", "").prompt("on"), []string{"go", "two", "one", "on"}},
		{"a notification was taken up, not what stands first", (&log{version: "2.0.76"}).prompt("go").op("enqueue", "one").op("enqueue", "<task-notification>x</task-notification>").op("dequeue", "").prompt("<task-notification>x</task-notification>").prompt("on").op("remove", ""), []string{"go", "on", "one"}},
		{"no attachment came of it", new(log).prompt("go").op("enqueue", "and tests").op("remove", "").answer("ok").prompt("on"), []string{"go", "and tests", "on"}},
		{"headless, where the client tells machines apart", new(log).prompt("go").op("enqueue", "and tests").op("remove", "and tests").add(strings.NewReplacer(`"origin":{"kind":"human"}`, `"rowSource":"local"`, `"type":"attachment"`, `"type":"attachment","entrypoint":"sdk-cli"`).Replace(attached("and tests"))).prompt("on"), []string{"go", "and tests", "on"}},
		{"a program's", new(log).prompt("go").op("enqueue", "and tests").op("remove", "and tests").add(strings.Replace(attached("and tests"), `"type":"attachment"`, `"type":"attachment","entrypoint":"sdk-py"`, 1)).prompt("on"), []string{"go", "on"}},
		{"the owner deleted it", new(log).prompt("go").op("enqueue", "and tests").add(`{"type":"queue-operation","operation":"remove","content":"and tests","reason":"user_cleared","timestamp":"@time"}`).prompt("on"), []string{"go", "on"}},
		{"a wake-up is nobody's word", new(log).prompt("go").op("enqueue", "check the build").op("dequeue", "").add(strings.Replace(typedRow("check the build"), `"type"`, `"isMeta":true,"type"`, 1)).prompt("on"), []string{"go", "on"}},
		{"a command is no word", new(log).prompt("go").op("enqueue", "/compact keep it").op("remove", "").prompt("on"), []string{"go", "on"}},
		{"a path is one", new(log).prompt("go").op("enqueue", "/etc/hosts is wrong").op("remove", "").prompt("on"), []string{"go", "/etc/hosts is wrong", "on"}},
		{"back in the box and sent unchanged", new(log).prompt("go").op("enqueue", "and tests").op("popAll", "and tests").prompt("and  tests"), []string{"go", "and  tests"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			items := tt.log.read(t)
			if got := texts(items); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if got := withdrawn(items); got != nil {
				t.Errorf("withdrawn %q", got)
			}
		})
	}
}

func TestStateStaysSmall(t *testing.T) {
	l := new(log)
	for i := range 2000 {
		l.op("enqueue", fmt.Sprint("message ", i)).prompt(fmt.Sprint("prompt ", i))
		l.add(fmt.Sprintf(`{"type":"assistant","uuid":"@id","message":{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"TaskUpdate","input":{"taskId":"%d","subject":"s","status":"pending"}},{"type":"tool_use","id":"u%d","name":"AskUserQuestion","input":{}}]}}`, i, i, i))
		l.add(fmt.Sprintf(`{"type":"user","uuid":"@id","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"ok"}]}}`, i))
	}
	var st State
	readOn(t, write(t, l.rows...), &st)
	if stored := quoted(fmt.Sprintf("%+v", st)); len(stored) > 64<<10 {
		t.Errorf("%d bytes", len(stored))
	}
	if len(st.Queue) > mostQueued || len(st.Calls) > mostCalls || len(st.Tasks) > mostTasks || len(st.Recent) > 8*mostRecent {
		t.Errorf("%d queued, %d calls, %d tasks, %d hashes", len(st.Queue), len(st.Calls), len(st.Tasks), len(st.Recent))
	}
}

func boundaryRow(meta string) string {
	return `{"parentUuid":null,"isSidechain":false,"type":"system","subtype":"compact_boundary","uuid":"@id","timestamp":"@time","compactMetadata":` + meta + `,"version":"2.1.332","sessionId":"s"}`
}

func summaryRow(text string) string {
	return `{"parentUuid":"@parent","isSidechain":false,"type":"user","message":{"role":"user","content":` + quoted(continued+" that ran out of context. "+text) + `},"isVisibleInTranscriptOnly":true,"isCompactSummary":true,"uuid":"@id","timestamp":"@time","version":"2.1.332"}`
}

func compactions(items []Item) (all []string) {
	for _, i := range items {
		if i.Compaction != nil {
			all = append(all, fmt.Sprint(i.Compaction.UUID, " ", i.Compaction.Summary != ""))
		}
	}
	return all
}

func TestBR58_RewrittenHistoryCountsOnce(t *testing.T) {
	l := new(log).prompt("never use an ORM").answer("ok").add(boundaryRow(`{"trigger":"auto","preTokens":1}`)).add(summaryRow("one")).prompt("go on")
	once := l.read(t)
	history := slices.Clone(l.rows)
	for range 30 {
		for _, row := range history { // the client's copies: other fields change, parents point elsewhere
			l.rows = append(l.rows, strings.Replace(row, `"parentUuid":"row-`, `"gitBranch":"x","parentUuid":"lost-`, 1))
		}
	}
	if got := l.read(t); show(got) != show(once) {
		t.Errorf("written 31 times:\n%s\nonce:\n%s", show(got), show(once))
	}
}

func TestBR59_CompactionIsTheSameByItsUUID(t *testing.T) {
	l := new(log).prompt("go").add(boundaryRow(`{"trigger":"auto","preTokens":1}`)).add(summaryRow("one"))
	l.rows = append(l.rows, strings.Replace(l.rows[1], "2.1.332", "2.1.333", 1), l.rows[2])
	l.add(boundaryRow(`{"trigger":"auto","preTokens":1}`)).add(summaryRow("one"))
	if got, want := compactions(l.read(t)), []string{"row-1 true", "row-5 true"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestBR60_OnlyBoundariesOfTheMainConversationCount(t *testing.T) {
	sub := strings.Replace(boundaryRow(`{"trigger":"auto","preTokens":9}`), `"isSidechain":false`, `"isSidechain":true,"agentId":"a1"`, 1)
	l := new(log).prompt("go").add(sub).add(strings.Replace(summaryRow("of the subagent"), `"isSidechain":false`, `"isSidechain":true,"agentId":"a1"`, 1))
	l.add(strings.Replace(boundaryRow(`{"trigger":"auto"}`), "compact_boundary", "microcompact_boundary", 1))
	l.add(boundaryRow(`{"trigger":"manual","preTokens":7}`)).add(summaryRow("of the main one"))
	if got, want := compactions(l.read(t)), []string{"row-4 true"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestBR61_SummaryIsNeverTheOwners(t *testing.T) {
	marked := summaryRow("never use an ORM")
	for name, row := range map[string]string{
		"as the client writes it":  marked,
		"without its marks":        strings.NewReplacer(`"isVisibleInTranscriptOnly":true,"isCompactSummary":true,`, "").Replace(marked),
		"with an owner's marks":    strings.NewReplacer(`"isVisibleInTranscriptOnly":true,"isCompactSummary":true,`, `"permissionMode":"auto","origin":{"kind":"human"},"promptSource":"typed",`).Replace(marked),
		"as a mod's message":       strings.NewReplacer(`"isVisibleInTranscriptOnly":true,"isCompactSummary":true,`, `"rowSource":"hook",`).Replace(marked),
		"as blocks, at the root":   strings.NewReplacer(`"@parent"`, "null", `"content":"`, `"content":[{"type":"text","text":"`, `ORM"}`, `ORM"}]}`).Replace(marked),
		"no boundary row before":   marked,
		"written by an old client": strings.ReplaceAll(marked, "2.1.332", "1.0.90"),
	} {
		t.Run(name, func(t *testing.T) {
			l := new(log).prompt("go")
			if name != "no boundary row before" {
				l.add(boundaryRow(`{"trigger":"auto"}`))
			}
			items := l.add(row).prompt("on").read(t)
			if got := texts(items); !slices.Equal(got, []string{"go", "on"}) {
				t.Errorf("words %q", got)
			}
			if got := compactions(items); name != "no boundary row before" && !slices.Equal(got, []string{"row-1 true"}) {
				t.Errorf("compactions %q", got)
			}
		})
	}
}
