package budget

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestEachLimitSaysItsName(t *testing.T) {
	l := Limits{Work: 5e6, Memory: 3 << 20, Depth: 7, Cells: 9}
	for _, c := range []struct {
		want string
		take func(*Budget) error
	}{
		{"5 million steps", func(b *Budget) error { return b.Work(5e6 + 1) }},
		{"3 MB of memory", func(b *Budget) error { return b.Hold(3<<20 + 1) }},
		{"nested more than 7 levels deep", func(b *Budget) error { return b.Deep(8) }},
		{"9 cells", func(b *Budget) error { _ = b.Cells(5); return b.Cells(5) }},
	} {
		b := New(l, nil)
		if err := errors.Join(b.Work(5e6), b.Hold(3<<20), b.Hold(-10), b.Hold(10), b.Deep(7)); err != nil {
			t.Fatal(err)
		}
		err := c.take(New(l, nil))
		var over *Over
		if !errors.As(err, &over) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// Once a budget is spent, a small call fails too.
func TestASpentBudgetStaysSpent(t *testing.T) {
	for _, spend := range []func(*Budget) error{
		func(b *Budget) error { return b.Work(11) }, func(b *Budget) error { return b.Hold(11) },
		func(b *Budget) error { return b.Deep(2) }, func(b *Budget) error { return b.Cells(2) },
	} {
		b := New(Limits{Work: 10, Memory: 10, Depth: 1, Cells: 1}, nil)
		first := spend(b)
		for _, small := range []error{b.Hold(-11), b.Work(1), b.Deep(0), b.Cells(0), b.Err()} {
			if first == nil || small != first {
				t.Errorf("%v, then %v", first, small)
			}
		}
	}
}

// stop is called at the beginning and again after some work, not at each step.
func TestABudgetEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	asked := 0
	b := New(Usual(), func() error { asked++; return ctx.Err() })
	for range 3 * often {
		if err := b.Work(1); err != nil {
			t.Fatal(err)
		}
	}
	if asked < 2 || asked > 4 {
		t.Errorf("it asked %d times", asked)
	}
	stop()
	if err := b.Work(often); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
