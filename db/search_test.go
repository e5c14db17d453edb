package db_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// searchable takes everything into the search, in steps of two.
func searchable(t *testing.T, d *db.DB) {
	t.Helper()
	for more := true; more; {
		write(t, d, func(tx *db.Tx) (err error) { more, err = tx.MakeSearchable(2); return err })
	}
	if yes, err := d.Searchable(ctx); !yes || err != nil {
		t.Fatalf("searchable: %v, %v", yes, err)
	}
}

// find returns the quotes of what is found, with the hits in brackets.
func find(t *testing.T, d *db.DB, q db.DecisionQuery) (quotes []string) {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 50
	}
	all, err := d.FindDecisions(ctx, q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	for _, x := range all {
		quotes = append(quotes, marked(x.Quote, x.QuoteHits))
	}
	return quotes
}

func marked(text string, hits []db.Span) string {
	var b strings.Builder
	at := 0
	for _, h := range hits {
		b.WriteString(text[at:h.From] + "[" + text[h.From:h.To] + "]")
		at = h.To
	}
	return b.String() + text[at:]
}

func TestADecisionIsFoundByItsWords(t *testing.T) {
	d := open(t, t.TempDir())
	session(t, d, "s")
	for i, text := range []string{
		"Use pnpm, not yarn, in README.md",
		"Nimm für Überschriften immer große Buchstaben",
		"请用两个空格缩进，不要用制表符",
		"Keep <b>bold</b> & \x02odd\x03 \x1fsigns",
		"never push to main",
		"ok",
	} {
		w := db.Word{SessionID: "s", UUID: text, At: noon.Add(time.Duration(i) * time.Minute), Text: text}
		if i == 5 {
			w.Question = "Shall I push to the branch 发布?"
		}
		says(t, d, w)
	}
	searchable(t, d)
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"a word", "pnpm", []string{"Use [pnpm], not yarn, in README.md"}},
		{"the beginning of one, in capitals", "PNP", []string{"Use [pnpm], not yarn, in README.md"}},
		{"several, each from its beginning", "yar us", []string{"[Use] pnpm, not [yarn], in README.md"}},
		{"words that no decision has both of", "pnpm main", nil},
		{"the middle of a word", "npm", nil},
		{"a name with a dot", "readme.m", []string{"Use pnpm, not yarn, in [README.md]"}},
		{"German without its dots", "uberschr", []string{"Nimm für [Überschriften] immer große Buchstaben"}},
		{"German with them", "für", []string{"Nimm [für] Überschriften immer große Buchstaben"}},
		{"one character of Chinese", "格", []string{"请用两个空[格]缩进，不要用制表符"}},
		{"two", "空格", []string{"请用两个[空格]缩进，不要用制表符"}},
		{"three", "制表符", []string{"请用两个空格缩进，不要用[制表符]"}},
		{"two that do not stand together", "空缩", nil},
		{"markup", "<b>bold</b>", []string{"Keep <[b>bold</b]> & \x02odd\x03 \x1fsigns"}},
		{"a word beside signs of ours", "odd", []string{"Keep <b>bold</b> & \x02[odd]\x03 \x1fsigns"}},
		{"what it answers, newest first", "push", []string{"ok", "never [push] to main"}},
		{"Chinese that it answers", "发布", []string{"ok"}},
		{"nothing but spaces is no search", " \t", []string{"ok", "never push to main", "Keep <b>bold</b> & \x02odd\x03 \x1fsigns", "请用两个空格缩进，不要用制表符", "Nimm für Überschriften immer große Buchstaben", "Use pnpm, not yarn, in README.md"}},
		{"a star", "*", nil},
		{"quotes", `"pnpm" '`, []string{"Use [pnpm], not yarn, in README.md"}},
		{"a quote that does not end", `"pn`, []string{"Use [pnpm], not yarn, in README.md"}},
		{"minus", "-pnpm", []string{"Use [pnpm], not yarn, in README.md"}},
		{"operators", "NEAR(pnpm yarn, 2) OR AND NOT", nil},
		{"a column's name", "quote:pnpm", nil},
		{"brackets", "(pnpm", []string{"Use [pnpm], not yarn, in README.md"}},
		{"a caret and a plus", "^use + pnpm", []string{"[Use] [pnpm], not yarn, in README.md"}},
		{"an emoji", "🚀", nil},
		{"an emoji and a word", "🚀 pnpm", []string{"Use [pnpm], not yarn, in README.md"}},
		{"null bytes", "\x00pnpm\x00", []string{"Use [pnpm], not yarn, in README.md"}},
		{"broken UTF-8", "pn\xff\xfe", []string{"Use [pnpm], not yarn, in README.md"}},
		{"a combining mark alone", "\u0308", nil},
		{"a roman number", "Ⅳ", nil},
		{"ten thousand characters", strings.Repeat("x", 10_000), nil},
		{"ten thousand words", strings.Repeat("pnpm ", 10_000), []string{"Use [pnpm], not yarn, in README.md"}},
		{"ten thousand Chinese characters", strings.Repeat("空", 10_000), nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := find(t, d, db.DecisionQuery{Text: tc.text})
			if strings.Join(got, "|") != strings.Join(tc.want, "|") {
				t.Errorf("%.60q: got %q, want %q", tc.text, got, tc.want)
			}
		})
	}
	all, err := d.FindDecisions(ctx, db.DecisionQuery{Text: "branch", Limit: 5})
	if err != nil || len(all) != 1 || marked(all[0].Question, all[0].QuestionHits) != "Shall I push to the [branch] 发布?" {
		t.Errorf("hits in what it answers: %+v, %v", all, err)
	}
}

func TestFiltersAndPagesHoldWithAndWithoutASearch(t *testing.T) {
	d := open(t, t.TempDir())
	session(t, d, "s")
	write(t, d, func(tx *db.Tx) error { _, err := tx.EnsureSession("other", "/other", "/t2"); return err })
	// What was said first is taken in last, as by an import.
	for i := range 6 {
		id := []string{"s", "other"}[i%2]
		_, x := says(t, d, db.Word{SessionID: id, UUID: string(rune('a' + i)), At: noon.Add(-time.Duration(i) * time.Hour), Text: "rule " + string(rune('a'+i))})
		write(t, d, func(tx *db.Tx) error {
			_, err := tx.EditDecision(x.ID, "anna", db.EditKind, func(s *db.Standing) {
				s.Kind = []db.Kind{db.KindRule, db.KindRule, db.KindChoice}[i%3]
				s.Status = []db.Status{db.Live, db.Live, db.Live, db.Done, db.Rejected, db.Live}[i]
			})
			return err
		})
	}
	searchable(t, d)
	projects, err := d.Projects(ctx)
	if err != nil {
		t.Fatal(err)
	}
	other := projects[0].ID
	if projects[0].Root != "/other" {
		other = projects[1].ID
	}
	for _, tc := range []struct {
		name string
		q    db.DecisionQuery
		want string
	}{
		{"all that are decisions, newest first", db.DecisionQuery{}, "abcdf"},
		{"live ones", db.DecisionQuery{Status: db.Live}, "abcf"},
		{"those that are none", db.DecisionQuery{Status: db.Rejected}, "e"},
		{"a kind", db.DecisionQuery{Kind: db.KindChoice}, "cf"},
		{"a session", db.DecisionQuery{Session: "s"}, "ac"},
		{"a project", db.DecisionQuery{ProjectID: other}, "bdf"},
		{"a project's that are used up", db.DecisionQuery{ProjectID: other, Status: db.Done}, "d"},
		{"since a time", db.DecisionQuery{From: noon.Add(-2 * time.Hour)}, "abc"},
		{"before a time", db.DecisionQuery{To: noon.Add(-2 * time.Hour)}, "df"},
		{"the first page", db.DecisionQuery{Limit: 2}, "ab"},
		{"the next one", db.DecisionQuery{Limit: 2, Before: 2}, "cd"},
		{"the last one", db.DecisionQuery{Limit: 2, Before: 4}, "f"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, text := range []string{"", "rul"} {
				tc.q.Text = text
				got := strings.NewReplacer("rule ", "", "[rule] ", "").Replace(strings.Join(find(t, d, tc.q), ""))
				if got != tc.want {
					t.Errorf("with %q: got %s, want %s", text, got, tc.want)
				}
			}
		})
	}
}

func TestBR66NothingThatWasForgottenIsLeftInTheSearch(t *testing.T) {
	for _, tc := range []struct {
		name string
		of   func(w db.Word) db.Target
	}{
		{"a word", func(w db.Word) db.Target { return db.Target{Word: w.ID} }},
		{"a session", func(w db.Word) db.Target { return db.Target{Session: w.SessionID} }},
		{"a project", func(db.Word) db.Target { return db.Target{Project: 1} }},
		{"everything", func(db.Word) db.Target { return db.Target{Everything: true} }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			d := open(t, dir)
			session(t, d, "s")
			write(t, d, func(tx *db.Tx) error { _, err := tx.EnsureSession("kept", "/kept", "/t2"); return err })
			says(t, d, db.Word{SessionID: "kept", UUID: "k", At: noon, Text: "keep the rotterdam timetable"})
			w, _ := says(t, d, db.Word{SessionID: "s", UUID: "u", At: noon, Text: "the zanzibar contract is 秘密", Question: "What about mombasa?"})
			// An answer to a text that repeats the word keeps its own words only.
			says(t, d, db.Word{SessionID: "s", UUID: "v", At: noon.Add(time.Minute), Text: "yes, do so from now on", Question: "So the zanzibar contract is 秘密, and I write that down?"})
			searchable(t, d)
			if got := find(t, d, db.DecisionQuery{Text: "zanzi"}); len(got) != 2 {
				t.Fatalf("before: %q", got)
			}
			forget(t, d, tc.of(w))
			if got := find(t, d, db.DecisionQuery{Text: "zanzi"}); len(got) != 0 {
				t.Errorf("after: %q", got)
			}
			if tc.name == "a word" {
				if got := find(t, d, db.DecisionQuery{Text: "yes do"}); len(got) != 1 {
					t.Errorf("what answered it is not found any more: %q", got)
				}
			}
			if err := d.Wipe(ctx, time.Minute); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{db.File, db.File + "-wal"} {
				raw, _ := os.ReadFile(filepath.Join(dir, name))
				for _, trace := range []string{"zanzi", "anzibar", "mombasa", "秘", "秘密"} {
					if bytes.Contains(raw, []byte(trace)) {
						t.Errorf("%s holds %q", name, trace)
					}
				}
			}
			want := 1
			if tc.name == "everything" {
				want = 0
			}
			if got := find(t, d, db.DecisionQuery{Text: "rotterdam"}); len(got) != want {
				t.Errorf("what stays: %q", got)
			}
			// An id that is given again belongs to another decision.
			session(t, d, "new")
			says(t, d, db.Word{SessionID: "new", UUID: "n", At: d.Now().Add(time.Hour), Text: "use the harbour of Dakar"})
			searchable(t, d)
			if got := find(t, d, db.DecisionQuery{Text: "dakar"}); len(got) != 1 {
				t.Errorf("what was said since: %q", got)
			}
		})
	}
}
