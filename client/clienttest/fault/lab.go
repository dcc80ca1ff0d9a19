package fault

import (
	"context"
	"net/http"
	"time"

	"aloft/client/embedded/docs"
	"aloft/client/embedded/drive"
	"aloft/client/embedded/flow"
)

// Lab implements flow.Faults.
func (f Faults) Lab(life *flow.Lifetime, now func() time.Time, session func(context.Context) (string, error)) *flow.Lab {
	l := &lab{f: f, inner: new(flow.Lab), life: life, now: now, session: session, watch: f.Watch, calls: calls(),
		drive: NewChance(f.Seed), docs: NewChance(f.Seed), luck: NewChance(f.Seed), tasks: NewChance(f.Seed), signs: signIns{codes: map[string]*code{}, tickets: map[string]time.Time{}}}
	if l.watch == nil {
		l.watch = new(Watch)
	}
	l.watch.change = func(do func(*Faults)) {
		do(&l.f)
		l.set()
	}
	l.set()
	return l.inner
}

// set hands the service what strikes inside of it.
func (l *lab) set() {
	f := &l.f
	d, b, y := &f.Docs, &f.Blobs, &f.Bytes
	*l.inner = flow.Lab{
		Around:  l.around,
		Strikes: l.strikes,
		Task:    func() (fail, stuck bool, least time.Duration) { return l.tasks.RollTask(b) },
		Strict:  f.Strict, DocsStrict: d.Strict,
		Rotate: f.Rotate, Stale: f.Stale, Lag: f.Lag.Max, Dup: f.Dup, Names: f.Names, Batch: f.Batch, ExpireAfter: f.ExpireAfter,
		RotateCookie: f.RotateCookie, CookieGrace: f.CookieGrace, LinkLife: b.LinkLife, DownMax: y.DownMax, Capacity: y.Capacity,
		EmptyPage: d.EmptyPage, IntStrings: d.IntStrings, TimesMS: d.TimesMS, BareURLs: d.BareURLs, FileKey: d.FileKey, Wrapped: d.Wrapped,
		ImageWords: d.ImageWords, Attachments: d.Attachments, ContentCut: d.ContentCut, Second: d.Second, Underscore: d.Underscore,
		Bare: d.Bare, Missing: d.Missing, TokenLife: d.TokenLife, TaskID: b.TaskID, MaxSize: b.MaxSize,
	}
}

func (l *lab) around(next http.HandlerFunc) http.HandlerFunc {
	l.next = next
	return func(w http.ResponseWriter, r *http.Request) {
		switch p := r.URL.Path; {
		case drive.IsBucket(p):
			l.part(w, r)
		case drive.IsBytes(p):
			l.bytes(w, r)
		case docs.IsBytes(p):
			l.blob(w, r)
		case p == "/mcp":
			l.call(w, r)
		case p == "/openapi/resources/v2/images":
			l.image(w, r)
		default:
			l.operation(w, r)
		}
	}
}
