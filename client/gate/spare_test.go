package gate

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
)

// spareAt gives a gate spare folders.
func spareAt(dirs ...string) func(*Options) {
	return func(o *Options) { o.Spare = slices.Values(dirs) }
}

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
					g := open(t, p, s, spareAt("/spare"), func(o *Options) { o.Gap = gap })
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
					if _, err := g.Operation(t.Context()); err == nil {
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
					g := open(t, p, s, spareAt("/spare"), func(o *Options) { o.Gap = gap })
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
						if release, err := g.Operation(t.Context()); err != nil {
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

func TestWithoutASpareFolderTheCauseIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newMachine(1).process(1)
		p.barred = syscall.EACCES
		for _, spare := range []iter.Seq[string]{nil, slices.Values([]string{}), slices.Values([]string{"/state"})} {
			_, err := Open(Options{Dir: "/state", Name: "a", Gap: time.Second, Wire: &service{}, Host: p, Spare: spare})
			if !client.Is(err, client.KindLocal) || !strings.Contains(err.Error(), "ALOFT_STATE_HOME") || strings.Count(err.Error(), "/state/") != 1 {
				t.Error(err)
			}
		}
	})
}

// Processes that can write the state folder and others that cannot send to one
// account. Each of the latter may have a spare folder of its own, as in containers:
// then only the lock of the file that both can open keeps them apart.
func TestNobodyIsEarlyBesideASpareFolder(t *testing.T) {
	for name, c := range map[string]struct {
		writers int
		spares  []string
		removed bool // the state file, again and again
	}{
		"one spare folder, no writer": {0, []string{"/a", "/a", "/a"}, false},
		"a writer":                    {1, []string{"/a", "/a"}, false},
		"spare folders of their own":  {2, []string{"/a", "/b", "/c"}, false},
		"the file is removed":         {1, []string{"/a", "/a"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(4) {
				synctest.Test(t, func(t *testing.T) {
					rnd := rand.New(rand.NewPCG(seed, 7))
					slow := make([]time.Duration, 1000)
					for i := range slow {
						slow[i] = time.Duration(rnd.IntN(40)) * time.Millisecond
						if i%9 == 0 {
							slow[i] = time.Duration(rnd.IntN(1500)) * time.Millisecond
						}
					}
					s := &service{think: func(n int) time.Duration { return slow[n%len(slow)] }}
					m := newMachine(seed)
					var wg sync.WaitGroup
					end := time.Now().Add(time.Minute)
					process := func(pid uint32, spare string) {
						wg.Go(func() {
							for time.Now().Before(end) { // each for a while, then the next
								p := m.process(pid)
								if spare != "" {
									p.barred = syscall.EROFS
								}
								g, err := Open(Options{Dir: "/state", Name: "a", Gap: 500 * time.Millisecond, Wire: s, Host: p, Spare: slices.Values([]string{spare})})
								if err != nil {
									t.Error(err)
									return
								}
								for range 1 + pid%4 {
									must(t, g, get(fmt.Sprint(pid)))
								}
								_ = g.Close()
								pid += 100
							}
						})
					}
					for i := range c.writers {
						process(uint32(i+1), "")
					}
					for i, dir := range c.spares {
						process(uint32(i+50), dir)
					}
					for c.removed && time.Now().Before(end) {
						time.Sleep(3 * time.Second)
						if name, _ := m.state(); strings.HasPrefix(name, "/state") {
							m.mu.Lock()
							delete(m.files, name)
							m.mu.Unlock()
						}
					}
					wg.Wait()
					if s.minGap() < 500*time.Millisecond || len(s.arrivals) < 20 {
						t.Errorf("seed %d: %d requests, the nearest %v apart", seed, len(s.arrivals), s.minGap())
					}
				})
			}
		})
	}
}

// On a file system that locks only what can be written the times in the file still
// count.
func TestASpareFolderSeesTheTimesOfAFileItCannotLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, m := &service{}, newMachine(1)
		w := open(t, m.process(1), s)
		p := m.process(2)
		p.barred, p.nolock = syscall.EROFS, true
		r := open(t, p, s, spareAt("/a"))
		time.Sleep(5 * time.Second)
		for range 5 {
			must(t, w, get("w"))
			must(t, r, get("r"))
			time.Sleep(time.Second)
		}
		if s.minGap() < 500*time.Millisecond {
			t.Errorf("the nearest %v apart", s.minGap())
		}
		e := must(t, w, post("move", AnyEpoch)).Epoch
		if r.Epoch() != e {
			t.Errorf("epoch %d, not %d", r.Epoch(), e)
		}
	})
}
