package live

import (
	"context"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
)

// The client compacts by itself when it takes its context to be full, in tokens.
const (
	window = 100_000
	full   = 90_000
	usual  = 5_000
)

// proof is one run over all roads.
type proof struct {
	Options
	*scratch
	api     *fakeapi.Server
	client  *client
	session string            // the client's
	seen    []fakeapi.Request // what the client asked the API
	from    int               // the first of them since the newest prompt
	notes   map[string]Road   // by name
	failure string            // of a hook, as the client tells it
	step    string
}

func (p *proof) tell(step string) {
	p.step = step
	p.Progress(step)
}

// run goes through all roads, unless the first steps show that no hook does anything.
func (p *proof) run(ctx context.Context) error {
	if err := p.register(p.Hook); err != nil {
		return err
	}
	goesOn, err := p.conversation(ctx)
	if err != nil || !goesOn {
		return err
	}
	p.tell("A second session, without the hooks that put back at once")
	if err := p.unregister("SessionStart", "compact"); err != nil {
		return err
	}
	return p.fallback(ctx)
}

// conversation is a session with a typed /compact and an automatic one. It ends early where no hook wrote anything.
func (p *proof) conversation(ctx context.Context) (goesOn bool, err error) {
	p.tell("Starting it, with two prompts")
	end, err := p.begin(ctx)
	if err != nil {
		return false, err
	}
	defer end()
	p.summarize("continue")
	ruled, remarked := randomWord(), randomWord()
	if err := p.say(ctx, rule(ruled)); err != nil {
		return false, err
	}
	p.found("session_start", "SessionStart ran", p.heard(ctx, "SessionStart"))
	p.found("stop", "Stop ran", p.heard(ctx, "Stop"))
	p.found("prompt", "as a word, at the end of its turn", p.isWord(ctx, ruled))
	if p.nothingKept(ctx) {
		return false, nil
	}
	if err := p.say(ctx, remark(remarked)); err != nil {
		return false, err
	}
	if err := p.manual(ctx, ruled, remarked); err != nil {
		return false, err
	}
	if err := p.automatic(ctx); err != nil {
		return false, err
	}
	p.tell("Ending the session")
	end()
	p.found("session_end", "SessionEnd ran", p.heard(ctx, "SessionEnd"))
	return true, nil
}

// manual compacts as a person does.
func (p *proof) manual(ctx context.Context, ruled, remarked string) error {
	p.tell("Typing /compact")
	summarized := randomWord()
	p.summarize("continue with " + summarized)
	if err := p.say(ctx, "/compact"); err != nil {
		return err
	}
	p.found("manual_brief", "in the request for the summary", p.inRequest(fakeapi.Compact, "", 1, ruled))
	p.found("post_compact", "PostCompact closed it", p.isClosed(ctx, summarized))
	if err := p.say(ctx, goOn); err != nil {
		return err
	}
	p.found("manual_restore", "next request, by SessionStart", p.inRequest(fakeapi.Turn, "SessionStart", 1, remarked))
	p.found("boundary", "in the transcript", p.isMatched(ctx))
	return nil
}

// automatic fills the context with rules until the client compacts. The summary keeps one of them.
func (p *proof) automatic(ctx context.Context) error {
	p.tell("Filling its context until it compacts by itself")
	kept := randomWord()
	p.summarize(rule(kept))
	if err := p.say(ctx, rule(kept)); err != nil {
		return err
	}
	var words []string
	for i := range lists {
		if i == lists-1 {
			p.api.Set(func(s *fakeapi.Settings) { s.Usage = full })
		}
		prompt, fresh := longList()
		words = append(words, fresh...)
		if err := p.say(ctx, prompt); err != nil {
			return err
		}
	}
	p.summarize(rule(kept))
	if err := p.say(ctx, goOn); err != nil {
		return err
	}
	p.found("auto_brief", "all parts in the request", p.inRequest(fakeapi.Compact, "", parts, words...))
	p.found("auto_restore", "all parts in the next request", p.inRequest(fakeapi.Turn, "SessionStart", parts, words...))
	p.found("check", "by SubagentStop, in time", p.isChecked(ctx, kept))
	return nil
}

// fallback is a session without the hooks that put back at once: the prompt after the compaction has to do it.
func (p *proof) fallback(ctx context.Context) error {
	end, err := p.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	p.summarize("continue")
	word := randomWord()
	for _, prompt := range []string{remark(word), aside, "/compact", goOn} {
		if err := p.say(ctx, prompt); err != nil {
			return err
		}
	}
	p.found("fallback", "in its request, by UserPromptSubmit", p.inRequest(fakeapi.Turn, "UserPromptSubmit", 1, word))
	return nil
}

// summarize sets the text of the summaries from now on, and what is left of the context.
func (p *proof) summarize(text string) {
	p.api.Set(func(s *fakeapi.Settings) { s.Summary, s.SummaryText, s.Usage = fakeapi.Text, summary(text), usual })
}

// begin starts the client; end lets it end, once.
func (p *proof) begin(ctx context.Context) (end func(), err error) {
	if p.client, err = p.start(ctx, p.Client); err != nil {
		return nil, err
	}
	ended := false
	return func() {
		if !ended {
			ended = true
			p.client.close()
		}
	}, nil
}

// say hands a prompt to the client that runs.
func (p *proof) say(ctx context.Context, prompt string) error {
	p.take()
	p.from = len(p.seen)
	err := p.client.say(ctx, prompt)
	p.session = p.client.session
	if p.failure == "" {
		p.failure = p.client.failure
	}
	return err
}

// take takes over what the client has asked.
func (p *proof) take() { p.seen = append(p.seen, p.api.Take()...) }
