package jobs

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// webPage is the error of a client that got a web page instead of a listing.
func webPage(what string) error {
	e := client.Errorf(client.KindInvalid, what, model.Place{}, "something else answers")
	e.Status = 200
	return e
}

// A listing that is answered by a web page, a redirect or a senseless refusal says
// nothing about any item: it is read again.
func TestABadAnswerToAListingEndsNoItem(t *testing.T) {
	for name, bad := range map[string]error{
		"page": webPage("list"), "refused": client.Errorf(client.KindInvalid, "list", model.Place{}, "no"),
		"unsupported": client.Errorf(client.KindUnsupported, "list", model.Place{}, "no"),
		"failed":      client.Errorf(client.KindServer, "list", model.Place{}, "failed"), "plain": errors.New("broken"),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, r := twenty()
				e := open(t, f, run.Options{})
				defer e.Close()
				id := begin(t, e, r)
				from := time.Now().Add(4 * time.Second)
				var n atomic.Int32
				f.mu.Lock()
				f.fail = func(what string) error {
					if strings.HasPrefix(what, "list") && time.Now().After(from) && time.Since(from) < time.Minute && n.Add(1)%3 != 0 {
						return bad
					}
					return nil
				}
				f.mu.Unlock()
				if s := wait(t, e, id, model.JobDone); s.Done != 20 || s.Failed != 0 || s.Error.String() != "" || n.Load() == 0 {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

// When a service gives no useful answer for long, the job pauses with the reason
// and everything still planned; then it goes on.
func TestAServiceThatIsNoneMakesTheJobPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		id := begin(t, e, r)
		time.Sleep(4 * time.Second)
		var ill atomic.Bool
		ill.Store(true)
		f.mu.Lock()
		f.fail = func(what string) error {
			if ill.Load() && strings.HasPrefix(what, "list") {
				return webPage(what)
			}
			return nil
		}
		f.mu.Unlock()
		s := wait(t, e, id, model.JobPaused)
		if s.Failed != 0 || s.Done == 0 || s.Done == 20 || !strings.Contains(s.Error.String(), "something else answers") {
			t.Errorf("%+v", s)
		}
		ill.Store(false)
		must(t, e.Resume(id))
		if s := wait(t, e, id, model.JobDone); s.Done != 20 || s.Error.String() != "" {
			t.Errorf("%+v", s)
		}
	})
}

// The same holds while a plan is made, but nobody waits long for an address at
// which there is no service: the clients have asked it three times.
func TestAPlanIsMadeThroughBadAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		var n atomic.Int32
		f.fail = func(what string) error {
			switch n.Add(1) {
			case 2, 5, 6:
				return client.Errorf(client.KindThrottled, what, at("/"), "too often")
			case 1, 4, 7:
				return &client.Error{Kind: client.KindServer, Op: what, What: "no list in it", Retry: true}
			}
			return nil
		}
		p, err := e.Plan(t.Context(), r)
		if err != nil || len(p.Items) != 20 {
			t.Fatal(err)
		}
		few := client.Request{Op: model.OpMove, Items: ats("/a/03"), Target: at("/b")}
		n.Store(0)
		if p, err := e.Plan(t.Context(), few); err != nil || len(p.Items) != 1 {
			t.Fatal(err)
		}
		begun := time.Now()
		f.fail = func(what string) error { return webPage(what) }
		if _, err := e.Plan(t.Context(), few); !client.Is(err, client.KindInvalid) || time.Since(begun) > time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		begun = time.Now()
		f.fail = func(what string) error {
			return client.Errorf(client.KindNetwork, what, at("/"), "nothing listens there")
		}
		if _, err := e.Plan(t.Context(), few); !client.Is(err, client.KindNetwork) || time.Since(begun) > 5*time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		begun = time.Now()
		f.fail = func(what string) error {
			return &client.Error{Kind: client.KindServer, Op: what, What: "failed", Retry: true}
		}
		if _, err := e.Plan(t.Context(), few); !client.Is(err, client.KindServer) || time.Since(begun) < 30*time.Second || time.Since(begun) > 3*time.Minute {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}
