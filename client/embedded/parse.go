package embedded

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/model/text"
)

// fault is one word of `aloft serve --fault`.
type fault struct {
	name  string
	help  text.Text
	wants string
	set   func(f *Faults, value string) bool
}

// The forms of values, as an error names them.
const (
	wantsRate  = "0.3, 30% or every:3"
	wantsSpan  = "2s or 1s-5s"
	wantsTime  = "500ms"
	wantsFlag  = "no value"
	wantsCount = "a whole number"
)

func faults() []fault {
	rate := func(name string, help text.Text, at func(*Faults) *Rate) fault {
		return fault{name, help, wantsRate, func(f *Faults, v string) bool { return parseRate(v, at(f)) }}
	}
	span := func(name string, help text.Text, at func(*Faults) *Span) fault {
		return fault{name, help, wantsSpan, func(f *Faults, v string) bool { return parseSpan(v, at(f)) }}
	}
	flag := func(name string, help text.Text, at func(*Faults) *bool) fault {
		return fault{name, help, wantsFlag, func(f *Faults, v string) bool { *at(f) = true; return v == "" }}
	}
	length := func(name string, help text.Text, def time.Duration, at func(*Faults) *time.Duration) fault {
		return fault{name, help, wantsTime, func(f *Faults, v string) bool { return parseTime(v, def, at(f)) }}
	}
	word := func(name string, help text.Text, at func(*Faults) *string, words ...string) fault {
		return fault{name, help, strings.Join(words, ", "), func(f *Faults, v string) bool { *at(f) = v; return slices.Contains(words, v) }}
	}
	return slices.Concat([]fault{
		{"seed", text.FaultSeed, wantsCount, func(f *Faults, v string) (ok bool) {
			n, err := strconv.ParseUint(v, 10, 64)
			f.Seed = n
			return err == nil
		}},
		flag("rotate", text.FaultRotate, func(f *Faults) *bool { return &f.Rotate }),
		word("stale", text.FaultStale, func(f *Faults) *string { return &f.Stale }, "empty", "error", "other"),
		span("lag", text.FaultLag, func(f *Faults) *Span { return &f.Lag }),
		flag("dup", text.FaultDup, func(f *Faults) *bool { return &f.Dup }),
		rate("async", text.FaultAsync, func(f *Faults) *Rate { return &f.Async }),
		span("task", text.FaultTask, func(f *Faults) *Span { return &f.Task }),
		rate("task-fail", text.FaultTaskFail, func(f *Faults) *Rate { return &f.TaskFail }),
		rate("stuck", text.FaultStuck, func(f *Faults) *Rate { return &f.Stuck }),
		rate("slow", text.FaultSlow, func(f *Faults) *Rate { return &f.Slow }),
		span("delay", text.FaultDelay, func(f *Faults) *Span { return &f.Delay }),
		length("strict", text.FaultStrict, nearGap, func(f *Faults) *time.Duration { return &f.Strict }),
		rate("lose-before", text.FaultLoseBefore, func(f *Faults) *Rate { return &f.LoseBefore }),
		rate("lose-after", text.FaultLoseAfter, func(f *Faults) *Rate { return &f.LoseAfter }),
		rate("lose-read", text.FaultLoseRead, func(f *Faults) *Rate { return &f.LoseRead }),
		rate("half", text.FaultHalf, func(f *Faults) *Rate { return &f.Half }),
		rate("late", text.FaultLate, func(f *Faults) *Rate { return &f.Late }),
		span("late-by", text.FaultLateBy, func(f *Faults) *Span { return &f.LateBy }),
		rate("cut", text.FaultCut, func(f *Faults) *Rate { return &f.Cut }),
		rate("html", text.FaultHTML, func(f *Faults) *Rate { return &f.HTML }),
		rate("5xx-before", text.FaultFailBefore, func(f *Faults) *Rate { return &f.FailBefore }),
		rate("5xx-after", text.FaultFailAfter, func(f *Faults) *Rate { return &f.FailAfter }),
		flag("500", text.FaultError500, func(f *Faults) *bool { return &f.Error500 }),
		flag("quota", text.FaultQuota, func(f *Faults) *bool { return &f.Quota }),
		rate("code200", text.FaultCode200, func(f *Faults) *Rate { return &f.Code200 }),
		rate("inner", text.FaultInner, func(f *Faults) *Rate { return &f.Inner }),
		flag("repeat-page", text.FaultRepeatPage, func(f *Faults) *bool { return &f.RepeatPage }),
		flag("short-total", text.FaultShortTotal, func(f *Faults) *bool { return &f.ShortTotal }),
		flag("shuffle", text.FaultShuffle, func(f *Faults) *bool { return &f.Shuffle }),
		{"expire", text.FaultExpire, "every:N or 10m", func(f *Faults, v string) bool {
			return strings.HasPrefix(v, "every:") && parseRate(v, &f.Expire) || parseTime(v, 0, &f.ExpireAfter)
		}},
		length("rotate-cookie", text.FaultRotateCookie, 3*time.Hour, func(f *Faults) *time.Duration { return &f.RotateCookie }),
		length("cookie-grace", text.FaultCookieGrace, 0, func(f *Faults) *time.Duration { return &f.CookieGrace }),
		{"auth-status", text.FaultAuthStatus, "401 or 403", func(f *Faults, v string) bool {
			f.AuthStatus, _ = strconv.Atoi(v)
			return v == "401" || v == "403"
		}},
		{"tq-gap", text.FaultTqGap, "JSON or none", func(f *Faults, v string) bool {
			f.TqGap = v
			return v == "none" || json.Valid([]byte(v))
		}},
		{"tq-place", text.FaultTqPlace, "metadata, data, top or a comma list", func(f *Faults, v string) bool {
			f.TqPlace = v
			for part := range strings.SplitSeq(v, ",") {
				if !slices.Contains([]string{"metadata", "data", "top"}, part) {
					return false
				}
			}
			return true
		}},
		{"batch", text.FaultBatch, wantsCount, func(f *Faults, v string) bool {
			n, err := strconv.Atoi(v)
			f.Batch = n
			return err == nil && n > 0
		}},
	}, docFaults(), blobFaults())
}

// ParseFaults reads the NAME[=VALUE] words of `aloft serve --fault`. Errors
// are of type *Error.
func ParseFaults(specs []string) (Faults, error) {
	var f Faults
	known := faults()
	for _, spec := range specs {
		name, value, _ := strings.Cut(spec, "=")
		i := slices.IndexFunc(known, func(k fault) bool { return k.name == name })
		if i < 0 {
			return f, &Error{What: text.BoxFaultName, Args: []any{name}, Hint: text.BoxFaultHint, Err: errFault}
		}
		if !known[i].set(&f, value) {
			return f, &Error{What: text.BoxFaultValue, Args: []any{name, value, known[i].wants}, Hint: text.BoxFaultHint, Err: errFault}
		}
	}
	return f, nil
}

var errFault = errors.New("bad fault")

// FaultHelp is one word that ParseFaults knows.
type FaultHelp struct {
	Name  string
	Help  text.Text
	Wants string // the form of its value
}

// FaultNames lists the words ParseFaults knows, in the order of the help.
func FaultNames() []FaultHelp {
	var out []FaultHelp
	for _, k := range faults() {
		out = append(out, FaultHelp{k.name, k.help, k.wants})
	}
	return out
}

func parseRate(v string, into *Rate) bool {
	if n, counted := strings.CutPrefix(v, "every:"); counted {
		every, err := strconv.Atoi(n)
		*into = Rate{Every: every}
		return err == nil && every > 0
	}
	if v == "" {
		*into = Rate{P: 1}
		return true
	}
	num, percent := strings.CutSuffix(v, "%")
	p, err := strconv.ParseFloat(num, 64)
	if percent {
		p /= 100
	}
	*into = Rate{P: p}
	return err == nil && !math.IsNaN(p) && p >= 0 && p <= 1
}

func parseSpan(v string, into *Span) bool {
	from, to, two := strings.Cut(v, "-")
	least, err := time.ParseDuration(from)
	most := least
	if two && err == nil {
		most, err = time.ParseDuration(to)
	}
	*into = Span{least, most}
	return err == nil && least >= 0 && most >= least
}

func parseTime(v string, def time.Duration, into *time.Duration) bool {
	if v == "" {
		*into = def
		return def > 0
	}
	d, err := time.ParseDuration(v)
	*into = d
	return err == nil && d > 0
}
