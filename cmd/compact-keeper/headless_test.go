package main_test

import "testing"

// A session of claude -p or stream-json belongs to whoever writes its prompts: there is nobody else. The client's own
// name for it is sdk-cli.
func TestHeadlessSessionKeepsDecisions(t *testing.T) {
	t.Parallel()
	for _, compact := range []string{"/compact", fill} {
		l := keeper(t)
		l.Entrypoint = "sdk-cli"
		v := l.Live()
		decide(v)
		v.Say(chatter(0, 0))
		v.Say(compact)
		v.Say("what now")
		v.Close()
		stand(t, after(t, l), rules...)
	}
}
