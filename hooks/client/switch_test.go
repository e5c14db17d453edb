package client

import "testing"

func TestHowASessionWasStartedWithoutHooks(t *testing.T) {
	for _, c := range []struct {
		name      string
		args, env []string
		want      string
	}{
		{"as usual", []string{"claude", "--model", "opus"}, []string{"HOME=/h"}, ""},
		{"bare", []string{"claude", "--bare"}, nil, "with --bare"},
		{"in safe mode", []string{"node", "cli.js", "-p", "--safe-mode"}, nil, "with --safe-mode"},
		{"restricted", []string{"claude", "--restricted"}, nil, "with --restricted"},
		{"behind the end of the options", []string{"claude", "-p", "--", "--bare"}, nil, ""},
		{"without the user's settings", []string{"claude", "--setting-sources", "project,local"}, nil, "with --setting-sources without user"},
		{"without any settings", []string{"claude", "--setting-sources="}, nil, "with --setting-sources without user"},
		{"with the user's settings", []string{"claude", "--setting-sources=user,project"}, nil, ""},
		{"by settings of its own", []string{"claude", "--settings", `{"disableAllHooks": true}`}, nil, "with --settings that hold disableAllHooks"},
		{"with other settings of its own", []string{"claude", "--settings", `{"model": "opus"}`}, nil, ""},
		{"by a variable", []string{"claude"}, []string{"CLAUDE_CODE_SIMPLE=true"}, "with CLAUDE_CODE_SIMPLE set"},
		{"by a variable that says no", []string{"claude"}, []string{"CLAUDE_CODE_SIMPLE=0"}, ""},
		{"nothing is known", nil, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := off(c.args, c.env); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
