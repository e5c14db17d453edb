package main_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// settingsCase is a settings file; HOOK in it stands for the member "SessionStart" of its hooks. A byte order mark of
// UTF-16 in front makes it such a file.
type settingsCase struct{ name, text string }

// allSettings makes the test try each key of the sample that it matches with each odd value: 3,900 files for a dot, 20
// minutes and more.
var allSettings = os.Getenv("SETTINGS_ALL")

// What the keeper refuses is what the client skips: a hook in the same file does not run. And what it takes, the client
// takes.
func TestTheClientSkipsTheSettingsThatAreRefused(t *testing.T) {
	t.Parallel()
	sample, err := os.ReadFile(filepath.Join("..", "..", "hooks", "settings", "testdata", "known.json"))
	if err != nil {
		t.Fatal(err)
	}
	cases := []settingsCase{
		{"a right value for every key", strings.Replace(string(sample), `"hooks": {`, `"hooks": {HOOK,`, 1)},
		{"a string for a boolean", `{"verbose": "true", "hooks": {HOOK}}`},
		{"a number for a string", `{"model": 7, "hooks": {HOOK}}`},
		{"the last of two is wrong", `{"model": "x", "model": 7, "hooks": {HOOK}}`},
		{"the first of two is wrong", `{"model": 7, "model": "claude-opus-5-5", "hooks": {HOOK}}`},
		{"null", `{"statusLine": null, "hooks": {HOOK}}`},
		{"a list for an object", `{"permissions": [], "hooks": {HOOK}}`},
		{"a word the client does not know", `{"permissions": {"defaultMode": "yolo"}, "hooks": {HOOK}}`},
		{"a permission that is none", `{"permissions": {"allow": [7, "nonsense(("]}, "hooks": {HOOK}}`},
		{"a number that is too small", `{"cleanupPeriodDays": 0, "hooks": {HOOK}}`},
		{"a wrong element of a list", `{"companyAnnouncements": [7], "hooks": {HOOK}}`},
		{"a plugin neither on nor off", `{"enabledPlugins": {"a@b": "yes"}, "hooks": {HOOK}}`},
		{"values that are left out", `{"effortLevel": 7, "theme": [], "modelPicker": 7, "hooks": {HOOK}}`},
		{"a guard that cannot run", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command"}]}], HOOK}}`},
		{"an event beside hooks", `{"x": {"PreToolUse": {}}, "hooks": {HOOK}}`},
		{"hooks that are left out", `{"hooks": {"Stop": [7, {"hooks": [{"type": "x"}]}], "Later": 7, HOOK}}`},
		{"UTF-16 as Windows shells write it", "\xff\xfe" + `{"a": "ü🦀", "hooks": {HOOK}}`},
		{"more than 2 MiB", `{"a": "` + strings.Repeat("x", 2<<20) + `", "hooks": {HOOK}}`},
		{"a trailing comma", `{"hooks": {HOOK},}`},
		{"a comment", `{"hooks": {HOOK} /* mine */}`},
		{"deep nesting", `{"a": ` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `, "hooks": {HOOK}}`},
	}
	if allSettings != "" {
		which := regexp.MustCompile(allSettings)
		cases = append(cases, slices.DeleteFunc(oddSettings(t, sample), func(c settingsCase) bool { return !which.MatchString(c.name) })...)
		t.Logf("%d files", len(cases))
	}
	if len(cases) < 20 {
		t.Fatal("too few files")
	}
	batches := slices.Collect(slices.Chunk(cases, 3))
	const clients = 2
	for n := range clients {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			l := lab.New(t)
			for i := n; i < len(batches); i += clients {
				agree(l, batches[i])
			}
		})
	}
}

// agree runs the client once on three files: the settings of the user, of the project, and of the project on this
// machine. Each holds one hook.
func agree(l *lab.Lab, batch []settingsCase) {
	l.T.Helper()
	folder := filepath.Join(l.Project, ".claude")
	files := []string{l.SettingsPath(), filepath.Join(folder, "settings.json"), filepath.Join(folder, "settings.local.json")}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		l.T.Fatal(err)
	}
	ran := func(i int) string { return filepath.Join(l.Home, fmt.Sprint("ran", i)) }
	for i, path := range files {
		os.Remove(path)
		os.Remove(ran(i))
		if i >= len(batch) {
			continue
		}
		hook := fmt.Sprintf(`"SessionStart": [{"hooks": [{"type": "command", "command": "touch", "args": [%q]}]}]`, ran(i))
		text := strings.Replace(batch[i].text, "HOOK", hook, 1)
		if body, ok := strings.CutPrefix(text, "\xff\xfe"); ok {
			text = "\xff\xfe" + utf16le(body)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			l.T.Fatal(err)
		}
	}
	l.Print("hello")
	for i, c := range batch {
		err := settings.Check(files[i])
		var refusal *settings.Refusal
		if err != nil && !errors.As(err, &refusal) {
			l.T.Errorf("%s: cannot be read: %v", c.name, err)
		}
		if _, missing := os.Stat(ran(i)); (err != nil) != (missing != nil) {
			l.T.Errorf("%s: check says %v, but that the client ran a hook of the file is %t", c.name, err, missing == nil)
		}
	}
}

// unjudged is taken, and no hook runs, or the client prints something else; or it is what Check leaves to the client: what
// a marketplace is made of.
var unjudged = regexp.MustCompile(`^(disableAllHooks|verbose) = true$|^(allowed|blocked|strictKnown)Marketplaces.0.(source = "|repo)|^(extraKnown|additional)Marketplaces.x.source.repo`)

// passedOver are keys whose wrong values the client leaves out, so that the file stands.
var passedOver = strings.Fields(`additionalDirectoryConfigRoots allowedMcpServers allowedProviders appendPlugins
	askUserQuestionTimeout attributionProjectPolicy autoCompactOfferAnswer autoCompactRaisedForLoad autoCompactWindow
	availableModelsMatch bashOutputMaxChars crossSessionInbound deniedMcpServers deniedModels desktopMcpServersListScope
	dialogExpiry editorMode effortLevel footerLinksRegexes forceLoginGatewayUrl forceLoginMethod gatewayInternalNetworks
	keybindingFlavor managedMcpServers maxEffortLevel maxProseWidth modelPicker modelPricing modelProposedGoals
	modelSettings policyHelper policyHelpers precomputeArmTokens preferredNotifChannel prependPlugins promptCacheTtl
	remoteControl remoteMessageReceipts spellcheck spinnerTipsOverride sshHostCommands strictPluginOnlyCustomization
	subagentPromptCacheTtl subagentStatusLine taskOutputMaxChars teammateMode theme ultracode viewMode
	vimInsertModeRemaps xaaIdp`)

// oddSettings is each value of the sample in turn with each odd value in its place, the key around it alone in a file.
func oddSettings(t *testing.T, sample []byte) (cases []settingsCase) {
	var all map[string]any
	if err := json.Unmarshal(sample, &all); err != nil {
		t.Fatal(err)
	}
	odd := []string{`null`, `true`, `"true"`, `-1`, `1.5`, `7`, `"x"`, `[]`, `[7]`, `{}`}
	for _, key := range passedOver {
		for _, o := range odd {
			cases = append(cases, settingsCase{key + " = " + o, fmt.Sprintf(`{%q: %s, "hooks": {HOOK}}`, key, o)})
		}
	}
	var walk func(path []string, v any)
	walk = func(path []string, v any) {
		if len(path) > 0 && !slices.Equal(path, []string{"hooks"}) {
			for _, o := range odd {
				name := strings.Join(path, ".") + " = " + o
				if unjudged.MatchString(name) {
					continue
				}
				file := map[string]any{path[0]: with(all[path[0]], path[1:], json.RawMessage(o))}
				text, err := json.Marshal(file)
				if err != nil {
					t.Fatal(err)
				}
				if path[0] == "hooks" {
					cases = append(cases, settingsCase{name, strings.Replace(string(text), `"hooks":{`, `"hooks":{HOOK,`, 1)})
				} else {
					cases = append(cases, settingsCase{name, `{"hooks":{HOOK},` + string(text[1:])})
				}
			}
		}
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(append(slices.Clone(path), key), v[key])
			}
		case []any:
			for i := range v {
				walk(append(slices.Clone(path), strconv.Itoa(i)), v[i])
			}
		}
	}
	walk(nil, all)
	return cases
}

// with is a copy of v that holds another value at a path.
func with(v any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	if list, ok := v.([]any); ok {
		i, _ := strconv.Atoi(path[0])
		list = slices.Clone(list)
		list[i] = with(list[i], path[1:], value)
		return list
	}
	object := maps.Clone(v.(map[string]any))
	object[path[0]] = with(object[path[0]], path[1:], value)
	return object
}
