package gate

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
)

func TestAGateThatCannotWriteOnlyReads(t *testing.T) {
	for name, spoil := range map[string]func(*process){
		"another owner": func(p *process) { p.barred = syscall.EACCES },
		"read-only":     func(p *process) { p.barred = syscall.EROFS },
		"full":          func(p *process) { p.full = true },
		"no quota":      func(p *process) { p.barred = syscall.EDQUOT },
	} {
		for _, gap := range []time.Duration{0, 500 * time.Millisecond} {
			t.Run(fmt.Sprint(name, gap), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s, p := &service{}, newMachine(1).process(1)
					spoil(p)
					g := open(t, p, s, func(o *Options) { o.Gap = gap })
					r := must(t, g, get("look"))
					must(t, g, get("look"))
					if r.Epoch == 0 || r.Epoch != g.Epoch() {
						t.Errorf("epoch %d, %d", r.Epoch, g.Epoch())
					}
					_, err := g.Do(t.Context(), post("move", AnyEpoch))
					if !client.Is(err, client.KindLocal) || !strings.Contains(err.Error(), "nothing can be changed") ||
						!strings.Contains(err.Error(), "/state/") || !strings.Contains(err.Error(), "ALOFT_STATE_HOME") {
						t.Error(err)
					}
					if _, err := g.Operation(t.Context(), client.Bulk); err == nil {
						t.Error("an operation may begin")
					}
					if err := g.Fence(t.Context(), func() error { return nil }); err == nil {
						t.Error("a fence stands")
					}
					if len(s.arrivals) != 2 || s.minGap() < gap {
						t.Errorf("%v, %v apart", s.paths(), s.minGap())
					}
				})
			})
		}
	}
}

// A disk that fills, or becomes read-only, while in use: reads go on, mutations are
// refused, and all is well again when it can be written.
func TestReadingGoesOnWhileNothingCanBeWritten(t *testing.T) {
	set := func(full bool, barred error) func(*process) {
		return func(p *process) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.full, p.barred = full, barred
		}
	}
	well := set(false, nil)
	for name, c := range map[string]struct{ first, then func(*process) }{
		"fills":               {well, set(true, nil)},
		"becomes read-only":   {well, set(true, syscall.EROFS)},
		"full at the start":   {set(true, nil), set(true, nil)},
		"barred at the start": {set(false, syscall.EACCES), set(true, syscall.EACCES)},
	} {
		for _, gap := range []time.Duration{0, 500 * time.Millisecond} {
			t.Run(fmt.Sprint(name, gap), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s, p := &service{}, newMachine(1).process(1)
					c.first(p)
					g := open(t, p, s, func(o *Options) { o.Gap = gap })
					must(t, g, get("look"))
					for range 3 {
						c.then(p)
						for range 3 {
							must(t, g, get("look"))
							time.Sleep(lookAgain)
							synctest.Wait()
							if gap > 0 && g.ReadOnly() == nil { // without a gap the check writes nothing
								t.Error("it says that something can be changed")
							}
						}
						if _, err := g.Do(t.Context(), post("no", AnyEpoch)); !client.Is(err, client.KindLocal) || g.ReadOnly() == nil {
							t.Error(err)
						}
						well(p)
						time.Sleep(3 * lookAgain)
						e := must(t, g, post("move", AnyEpoch)).Epoch
						if release, err := g.Operation(t.Context(), client.Bulk); err != nil {
							t.Error(err)
						} else {
							release()
						}
						if r := must(t, g, get("look")); r.Epoch != e || g.Epoch() != e {
							t.Errorf("epoch %d, not %d", r.Epoch, e)
						}
					}
					if s.minGap() < gap {
						t.Errorf("%v apart", s.minGap())
					}
				})
			})
		}
	}
}
