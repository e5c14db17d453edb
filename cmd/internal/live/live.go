// Package live proves on the person's own client that what the hooks print arrives: it runs the client in a scratch
// folder against an API of our own, puts random words on each road, and looks where they come out.
//
// Contract: the client is told of no address but ours, has a made-up key, and neither reads nor writes the person's own
// configuration. What was started has ended when Prove returns, and the scratch folder is gone, unless a road failed:
// then the result names it.
package live

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
)

// Limit is the longest that Prove takes. Usually it takes a tenth of that.
const Limit = 2 * time.Minute

// Options say what to prove.
type Options struct {
	Client   string           // the client's executable, see Find
	Hook     string           // the hook executable, as it is installed
	Now      func() time.Time // the clock
	Progress func(string)     // is told what happens now
}

// Result is what was found out about one version of the client.
type Result struct {
	ClientVersion string
	Roads         []Road
	Took          time.Duration
	HookFailure   string // what the client or the hook said of a hook that failed
	Elsewhere     int    // requests of the client to other addresses than our API's; all were refused
	Kept          string // the scratch folder, where a road failed
}

// Road is one way between the client and the ledger.
type Road struct {
	Name    string
	What    string // for people
	Arrived bool
	Found   string // where it arrived, or what was there instead
}

// Failed counts the roads on which something is missing.
func (r Result) Failed() (n int) {
	for _, road := range r.Roads {
		if !road.Arrived {
			n++
		}
	}
	return n
}

// Prove runs the client through every road. An error means that this could not be found out; the result then holds what
// was found before.
func Prove(ctx context.Context, o Options) (r Result, err error) {
	began := o.Now()
	limited, cancel := context.WithTimeout(ctx, Limit)
	defer cancel()
	if _, err := exec.LookPath(o.Hook); err != nil {
		return r, fmt.Errorf("there is no hook executable at %s: run compact-keeper install", o.Hook)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return r, fmt.Errorf("serve an API for the client: %w", err)
	}
	api, err := fakeapi.Start(ln)
	if err != nil {
		return r, err
	}
	defer api.Close()
	s, err := newScratch(api.URL)
	if err != nil {
		return r, err
	}
	p := &proof{Options: o, scratch: s, api: api, notes: map[string]Road{}}
	p.tell("Asking the client for its version")
	if r.ClientVersion, err = s.version(limited, o.Client); err == nil {
		err = p.run(limited)
		r.Roads, r.HookFailure = p.roads(), p.hookFailure(ctx)
		r.Elsewhere = p.elsewhere()
	}
	r.Took = o.Now().Sub(began)
	endLeftovers("--state " + s.state)
	if ctx.Err() == context.Canceled {
		return r, errors.Join(errors.New("interrupted: nothing was found out"), s.remove())
	}
	err = p.explain(err)
	if p.session == "" || err == nil && r.Failed() == 0 { // nothing to look into
		return r, errors.Join(err, s.remove())
	}
	r.Kept = s.dir
	return r, errors.Join(err, s.keep(p.seen))
}

// explain says of a run that broke off how far it came, and what may be behind it.
func (p *proof) explain(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("the client hangs: it did not get beyond %q", p.step)
	}
	if err != nil && p.client != nil && len(p.seen) == 0 {
		err = fmt.Errorf("%w. It has asked this program's API for nothing: a policy of this machine (managed settings) may name another one, or want a login", err)
	}
	return err
}
