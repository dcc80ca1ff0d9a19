package fault

import (
	"math/rand/v2"
	"sync"
	"time"
)

// showCount is how many ways there are to list a lagging change: the old state, at neither place, at both.
const showCount = 3

// Dice are the random faults of one request. All are drawn when the request arrives, always the same number, so that
// one seed and one order of requests give one history.
type Dice struct {
	HTML, FailBefore, FailAfter, Cut, Slow         bool
	Code200, Inner, LoseBefore, LoseAfter, Half    bool
	Late, Async, TaskFail, Stuck, LoseRead, Expire bool
	Turn                                           bool
	Lag, Task, Delay, LateBy                       time.Duration
	Show                                           int
}

// Chance rolls dice.
type Chance struct {
	mu    sync.Mutex
	rng   *rand.Rand
	count map[string]int
}

// NewChance starts a history; the same seed gives the same one. 0 = 1.
func NewChance(seed uint64) *Chance {
	if seed == 0 {
		seed = 1
	}
	return &Chance{rng: rand.New(rand.NewPCG(seed, 0x616c6f6674)), count: map[string]int{}}
}

// Strikes draws for one switch.
func (c *Chance) Strikes(name string, r Rate) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hit(name, r, true)
}

// Number returns a random number below n.
func (c *Chance) Number(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rng.IntN(n)
}

func (c *Chance) hit(name string, r Rate, counts bool) bool {
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

func (c *Chance) span(s Span, def Span) time.Duration {
	roll := c.rng.Float64()
	if s == (Span{}) {
		s = def
	}
	if s.Max < s.Min {
		s.Max = s.Min
	}
	return s.Min + time.Duration(roll*float64(s.Max-s.Min))
}

// Roll draws for one request of the drive.
func (c *Chance) Roll(f *Faults, mutation bool) Dice {
	c.mu.Lock()
	defer c.mu.Unlock()
	var d Dice
	d.Expire = c.hit("expire", f.Expire, true)
	d.HTML = c.hit("html", f.HTML, true)
	d.FailBefore = c.hit("5xx-before", f.FailBefore, true)
	d.FailAfter = c.hit("5xx-after", f.FailAfter, true)
	d.Cut = c.hit("cut", f.Cut, true)
	d.Slow = c.hit("slow", f.Slow, true)
	d.LoseRead = c.hit("lose-read", f.LoseRead, !mutation)
	d.Code200 = c.hit("code200", f.Code200, mutation)
	d.Inner = c.hit("inner", f.Inner, mutation)
	d.LoseBefore = c.hit("lose-before", f.LoseBefore, mutation)
	d.LoseAfter = c.hit("lose-after", f.LoseAfter, mutation)
	d.Half = c.hit("half", f.Half, mutation)
	d.Late = c.hit("late", f.Late, mutation)
	d.Async = c.hit("async", f.Async, mutation)
	d.TaskFail = c.hit("task-fail", f.TaskFail, d.Async)
	d.Stuck = c.hit("stuck", f.Stuck, d.Async)
	d.Lag = c.span(f.Lag, Span{})
	d.Task = c.span(f.Task, Span{time.Second, 3 * time.Second})
	d.Delay = c.span(f.Delay, Span{time.Second, 5 * time.Second})
	d.LateBy = c.span(f.LateBy, Span{5 * time.Second, time.Minute})
	d.Show = c.rng.IntN(showCount)
	d.Turn = c.rng.IntN(2) == 1
	return d
}

// RollTask draws for an import or export that starts now: whether it fails, whether
// it never reports its end, and how long it takes at least.
func (c *Chance) RollTask(f *Blobs) (fail, stuck bool, least time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fail = c.hit("task-fail", f.TaskFail, true)
	stuck = c.hit("task-stuck", f.TaskStuck, true)
	return fail, stuck, c.span(f.Task, Span{})
}

// DocsDice are the random faults of one call; see Dice.
type DocsDice struct {
	Expire, Forget, Busy, HTML, SSE, Cut, Slow bool
	Fail, LoseBefore, LoseAfter, LoseRead      bool
	FailBefore, FailAfter, Stale, ImageFail    bool
	Delay                                      time.Duration
	Page, Carrier                              int
}

// usualPage is the page size of folder_list; no public source shows one.
const usualPage = 100

// RollDocs draws for one call. edit: by a tool that edits a Word document; upload:
// by one that takes an image.
func (c *Chance) RollDocs(f *Docs, change, edit, upload bool) DocsDice {
	c.mu.Lock()
	defer c.mu.Unlock()
	var d DocsDice
	d.Expire = c.hit("expire", f.Expire, true)
	d.Forget = c.hit("session", f.Forget, true)
	d.Busy = c.hit("429", f.Busy, true)
	d.HTML = c.hit("html", f.HTML, true)
	d.SSE = c.hit("sse", f.SSE, true)
	d.Cut = c.hit("cut", f.Cut, true)
	d.Slow = c.hit("slow", f.Slow, true)
	d.Fail = c.hit("error", f.Error, true)
	d.FailBefore = c.hit("5xx-before", f.FailBefore, true)
	d.FailAfter = c.hit("5xx-after", f.FailAfter, true)
	d.LoseRead = c.hit("lose-read", f.LoseRead, !change)
	d.LoseBefore = c.hit("lose-before", f.LoseBefore, change)
	d.LoseAfter = c.hit("lose-after", f.LoseAfter, change)
	d.Delay = c.span(f.Delay, Span{time.Second, 5 * time.Second})
	pages := f.Pages
	if pages == (Size{}) {
		pages = Size{usualPage, usualPage}
	}
	d.Page = pages.Min + c.rng.IntN(max(1, pages.Max-pages.Min+1))
	d.Carrier = c.rng.IntN(len(Carriers()))
	d.Stale = c.hit("stale", f.Stale, edit)
	d.ImageFail = c.hit("image-fail", f.ImageFail, upload)
	return d
}
