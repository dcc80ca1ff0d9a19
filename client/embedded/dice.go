package embedded

import (
	"math/rand/v2"
	"sync"
	"time"
)

// What listings show while a change lags.
const (
	showOld  = iota // the old state: still at the old place, not yet at the new
	showNone        // at neither
	showBoth        // at both
	showCount
)

// dice is what chance has in store for one request. All of it is drawn when
// the request comes, always the same number of draws, so that one seed and one
// order of requests give one history.
type dice struct {
	html, failBefore, failAfter, cut, slow         bool
	code200, inner, loseBefore, loseAfter, half    bool
	late, async, taskFail, stuck, loseRead, expire bool
	turn                                           bool
	lag, task, delay, lateBy                       time.Duration
	show                                           int
}

// chance rolls dice.
type chance struct {
	mu    sync.Mutex
	rng   *rand.Rand
	count map[string]int
}

// newChance begins a history; the same seed gives the same one. 0 = 1.
func newChance(seed uint64) *chance {
	if seed == 0 {
		seed = 1
	}
	return &chance{rng: rand.New(rand.NewPCG(seed, 0x616c6f6674)), count: map[string]int{}}
}

// strikes asks about one switch alone.
func (c *chance) strikes(name string, r Rate) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hit(name, r, true)
}

// number below n.
func (c *chance) number(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rng.IntN(n)
}

func (c *chance) hit(name string, r Rate, counts bool) bool {
	roll := c.rng.Float64()
	if !counts {
		return false
	}
	if r.Every > 0 {
		c.count[name]++
		return c.count[name]%r.Every == 0
	}
	return roll < r.P
}

func (c *chance) span(s Span, def Span) time.Duration {
	roll := c.rng.Float64()
	if s == (Span{}) {
		s = def
	}
	if s.Max < s.Min {
		s.Max = s.Min
	}
	return s.Min + time.Duration(roll*float64(s.Max-s.Min))
}

// roll draws for one request of the drive.
func (c *chance) roll(f *Faults, mutation bool) dice {
	c.mu.Lock()
	defer c.mu.Unlock()
	var d dice
	d.expire = c.hit("expire", f.Expire, true)
	d.html = c.hit("html", f.HTML, true)
	d.failBefore = c.hit("5xx-before", f.FailBefore, true)
	d.failAfter = c.hit("5xx-after", f.FailAfter, true)
	d.cut = c.hit("cut", f.Cut, true)
	d.slow = c.hit("slow", f.Slow, true)
	d.loseRead = c.hit("lose-read", f.LoseRead, !mutation)
	d.code200 = c.hit("code200", f.Code200, mutation)
	d.inner = c.hit("inner", f.Inner, mutation)
	d.loseBefore = c.hit("lose-before", f.LoseBefore, mutation)
	d.loseAfter = c.hit("lose-after", f.LoseAfter, mutation)
	d.half = c.hit("half", f.Half, mutation)
	d.late = c.hit("late", f.Late, mutation)
	d.async = c.hit("async", f.Async, mutation)
	d.taskFail = c.hit("task-fail", f.TaskFail, d.async)
	d.stuck = c.hit("stuck", f.Stuck, d.async)
	d.lag = c.span(f.Lag, Span{})
	d.task = c.span(f.Task, Span{time.Second, 3 * time.Second})
	d.delay = c.span(f.Delay, Span{time.Second, 5 * time.Second})
	d.lateBy = c.span(f.LateBy, Span{5 * time.Second, time.Minute})
	d.show = c.rng.IntN(showCount)
	d.turn = c.rng.IntN(2) == 1
	return d
}
