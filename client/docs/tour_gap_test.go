package docs_test

import (
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/docs"
	"aloft/client/docs/second"
	"aloft/client/embedded/flow"
	"aloft/client/gate"
)

// slow is the gap of a service that wants more of it than the specification.
const slow = 2 * time.Second

// atTwoSeconds is a tour of a server that refuses what comes sooner, in a bubble.
func atTwoSeconds(t *testing.T, opt second.Options, gap time.Duration, do func(*tour)) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC))) // the tours look at years
		opt.Gap = slow
		srv := second.New("http://127.0.0.1:7000", opt)
		wire := flow.NewTransport(srv.ServeHTTP, "", "")
		do(over(t, opt, srv, docs.Options{Bytes: wire}, gate.Options{Dir: "/state", Gap: gap, Wire: gate.RoundTripperWire(wire), Host: clienttest.NewHost()}))
		for _, v := range srv.Violations() {
			t.Errorf("against the rules: %s", v)
		}
	})
}

// With two seconds between requests, all that can be done with files and Word documents is done,
// in each generation and with each friction, and no request comes sooner.
func TestToursAtTwoSeconds(t *testing.T) {
	both := frictions()
	for name, opt := range wordFrictions() {
		both[name] = opt
	}
	for name, opt := range both {
		for spelling, change := range spellings() {
			if opt.NoList && spelling != "specification" {
				continue // then the names cannot be known
			}
			if !opt.NoList && (spared(name, spelling) || testing.Short() && spelling == "specification") {
				continue
			}
			opt := opt
			change(&opt)
			t.Run(name+", "+spelling, func(t *testing.T) {
				t.Parallel()
				atTwoSeconds(t, opt, slow, func(r *tour) {
					r.whole(name)
					d := r.desk(report)
					d.sequences()
					if !opt.NoList {
						d.newer()
					}
					if n := r.srv.TooSoon(); n > 0 {
						t.Errorf("%d of %d requests came too soon", n, len(r.srv.Requests()))
					}
				})
			})
		}
	}
}

// A client that does not know of the gap learns it, and everything is done.
func TestToursThatLearnTheGap(t *testing.T) {
	for spelling, change := range spellings() {
		opt := frictions()["all together"]
		change(&opt)
		t.Run(spelling, func(t *testing.T) {
			atTwoSeconds(t, opt, client.MinGap, func(r *tour) {
				r.whole("all together")
				r.desk(report).sequences()
				n, of := r.srv.TooSoon(), len(r.srv.Requests())
				if n == 0 || n > 4+of/50 {
					t.Errorf("%d of %d requests came too soon", n, of)
				}
			})
		})
	}
}
