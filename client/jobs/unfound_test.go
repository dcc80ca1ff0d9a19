package jobs

import (
	"context"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// unfound is a drive whose pages omit an entry that the whole listing has.
type unfound struct {
	*fake
	name string
}

func (s unfound) Walk(o client.Options) client.Walk {
	return unfoundWalk{s.fake.Walk(o), s.name}
}

type unfoundWalk struct {
	client.Walk
	name string
}

func (w unfoundWalk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	page, err := w.Walk.Page(ctx, p, n)
	var out client.Page
	out.N, out.Last, out.Total = page.N, page.Last, page.Total
	for i, e := range page.Entries {
		if e.Name != w.name {
			out.Entries = append(out.Entries, e)
			out.Refs = append(out.Refs, page.Refs[i])
		}
	}
	return out, err
}

func TestWhatIsSeenButNeverFoundIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/x", "/a/y", "/b/")
		e := open(t, unfound{f, "x"}, run.Options{})
		defer e.Close()
		s := do(t, e, client.Request{Op: model.OpMove, Items: ats("/a/x", "/a/y"), Target: at("/b")})
		if s.State != model.JobFailed || s.Done != 1 || s.Failed != 1 {
			t.Errorf("%+v", s)
		}
	})
}
