package transcript

import (
	"fmt"
	"testing"
)

func TestSpokenByOwner(t *testing.T) {
	human := kind{"human"}
	for _, tt := range []struct {
		name string
		row  row
		want bool
	}{
		{"1.0 marks nothing", row{Version: "1.0.24"}, true},
		{"no version, no mark", row{}, true},
		{"2.1.14 marks nothing", row{Version: "2.1.14"}, true},
		{"2.1.15 gives a typed prompt a permission mode", row{Version: "2.1.15", PermissionMode: "default"}, true},
		{"2.1.15 without it", row{Version: "2.1.15"}, false},
		{"2.1.169 without it", row{Version: "2.1.169", PromptID: "p"}, false},
		{"2.1.170 says typed", row{Version: "2.1.170", PermissionMode: "plan", PromptSource: "typed"}, true},
		{"2.1.170 says system", row{Version: "2.1.170", PermissionMode: "plan", PromptSource: "system"}, false},
		{"2.1.183 says human", row{Version: "2.1.183", PromptSource: "typed", Origin: human}, true},
		{"a later major version", row{Version: "3.0.0", Origin: human}, true},
		{"a pre-release", row{Version: "2.1.332-beta.1", Origin: human}, true},
		{"queued", row{Version: "2.1.226", PromptSource: "queued", Origin: human}, true},
		{"accepted suggestion", row{Version: "2.1.226", PromptSource: "suggestion_accepted", Origin: human}, true},
		{"a notification", row{Version: "2.1.226", PermissionMode: "auto", PromptSource: "typed", Origin: kind{"task-notification"}}, false},
		{"a peer", row{Version: "2.1.332", Origin: kind{"peer"}}, false},
		{"a mod", row{Version: "2.1.332", Origin: kind{"plugin"}, PromptSource: "typed"}, false},
		{"the VS Code panel", row{Version: "2.1.204", PromptSource: "sdk", Entrypoint: "claude-vscode"}, true},
		{"the desktop app", row{Version: "2.1.229", PromptSource: "sdk", Entrypoint: "claude-desktop", Origin: human}, true},
		{"an agent app", row{Version: "2.1.229", PromptSource: "sdk", Entrypoint: "local-agent"}, true},
		{"a program", row{Version: "2.1.220", PromptSource: "sdk", Entrypoint: "sdk-py"}, false},
		{"claude -p, where turns have an origin", row{Version: "2.1.332", PromptSource: "sdk", Entrypoint: "sdk-cli", TurnOrigin: "sdk"}, true},
		{"a program through -p, in older clients", row{Version: "2.1.220", PromptSource: "sdk", Entrypoint: "sdk-cli"}, false},
		{"a program, whatever it says of itself", row{Version: "2.1.332", PromptSource: "sdk", Entrypoint: "sdk-ts", Origin: human}, false},
		{"a program of an older client", row{Version: "2.1.121", PermissionMode: "default", Entrypoint: "sdk-cli"}, false},
		{"an unknown app without a human", row{Version: "2.1.332", PromptSource: "sdk", Entrypoint: "sdk-next"}, false},
		{"a sidechain", row{Sidechain: true}, false},
		{"a subagent", row{AgentID: "a1"}, false},
		{"meta", row{Meta: true, Origin: human}, false},
		{"BR-61 a summary", row{Summary: true}, false},
		{"a mod's message", row{RowSource: "hook", Origin: human}, false},
		{"a plan hand-off", row{PlanContent: "# plan", PermissionMode: "plan", Version: "2.1.226"}, false},
		{"a skill called by the model", row{SourceToolUse: "toolu_1", Version: "2.1.226", Origin: human}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := spokenByOwner(&tt.row); got != tt.want {
				t.Errorf("spokenByOwner = %t", got)
			}
		})
	}
}

func TestMachineWritten(t *testing.T) {
	for text, want := range map[string]bool{
		"[Request interrupted by user for tool use]":                              true,
		"<task-notification>\n<task-id>1</task-id>\n</task-notification>\nSee x.": true,
		"<agent-notification>x</agent-notification>":                              true,
		"<ci-monitor-event>red</ci-monitor-event>":                                true,
		"<teammate-message from=\"a\">merge it</teammate-message>":                true,
		"<deploy-event>red</deploy-event>":                                        true,
		"<deploy-event>red</deploy-event> what does this tag mean?":               false,
		"Operation stopped by hook: no":                                           true,
		"UserPromptSubmit:Callback hook success: use tabs":                        true,
		"SessionStart:compact hook success: never use an ORM":                     true,
		"SessionStart hook additional context: never use an ORM":                  true,
		"Stop hook feedback:\nrun the tests":                                      true,
		"the Stop hook success: rate is low":                                      false,
		"Implement the following plan:\n\n# Plan":                                 true,
		"Implement the following plan: use Postgres":                              false,
		"This session is being continued from a previous conversation that ran":   true,
		"From compact-keeper, installed by the owner: the owner's own words":      true,
		"[compact-keeper, part 2 of 4]\nnever use an ORM":                         true,
		"compact-keeper should print less":                                        false,
		"<div>center this</div>":                                                  false,
		"<my-button>why is this blue?</my-button>":                                false,
		"<pasted_content id=\"1\">log</pasted_content>":                           false,
		"Caveat: this only works on Linux":                                        false,
	} {
		if got := machineWritten(text); got != want {
			t.Errorf("machineWritten(%q) = %t", text, got)
		}
	}
}

func TestOwnWords(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                                "plain",
		"<system-reminder>x</system-reminder>": "",
		"<system-reminder>x</system-reminder>\nand this":                              "\nand this",
		"do it\n<system-reminder>x</system-reminder>":                                 "do it\n",
		"do it <user-prompt-submit-hook>x</user-prompt-submit-hook>":                  "do it ",
		"<ide_selection>a\nb</ide_selection>\n<ide_opened_file>x</ide_opened_file>go": "go",
		"<ide_selection>never closed":                                                 "",
		"what is <system-reminder> for?":                                              "what is <system-reminder> for?",
		"why </system-reminder>":                                                      "why </system-reminder>",
	} {
		if got := ownWords(text); got != want {
			t.Errorf("ownWords(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestCommandsWithoutWords(t *testing.T) {
	for text, want := range map[string]bool{"/compact": true, "/opsx:review": true, "/etc/hosts": false, "/": false, "/plan the shop": false, "/a.txt": false, "compact": false} {
		if got := bareCommand(text); got != want {
			t.Errorf("bareCommand(%q) = %t", text, got)
		}
	}
}

func FuzzOwnWords(f *testing.F) {
	f.Add("<system-reminder>x</system-reminder>y")
	f.Fuzz(func(t *testing.T, text string) {
		if got := ownWords(text); len(got) > len(text) {
			t.Error(fmt.Sprintf("%q grew to %q", text, got))
		}
		machineWritten(text)
	})
}
