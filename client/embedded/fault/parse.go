package fault

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client/embedded/store"
	"aloft/client/embedded/watch"
	"aloft/model/text"
)

// fault is one word of `aloft serve --fault`.
type fault struct {
	name  string
	help  text.Text
	wants string
	set   func(f *Faults, value string) bool
}

// The forms of values, as named in an error.
const (
	wantsRate  = "0.3, 30% or every:3"
	wantsSpan  = "2s or 1s-5s"
	wantsTime  = "500ms"
	wantsFlag  = "no value"
	wantsCount = "a whole number"
)

// faults are all words; tools are the names of all tools of the document half.
func faults(tools []string) []fault {
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
		{"seed", "seed of the random numbers", wantsCount, func(f *Faults, v string) (ok bool) {
			n, err := strconv.ParseUint(v, 10, 64)
			f.Seed = n
			return err == nil
		}},
		flag("rotate", "all fids, folders too, change after every mutation", func(f *Faults) *bool { return &f.Rotate }),
		word("stale", "listing a stale fid answers empty (default), error or other (another folder)", func(f *Faults) *string { return &f.Stale }, "empty", "error", "other"),
		span("lag", "listings show the old state for so long, 2s or 1s-5s", func(f *Faults) *Span { return &f.Lag }),
		word("names", "names are stored as given and listed HTML-escaped (escaped, default), listed as stored (raw), or un-escaped when given (unescaped)", func(f *Faults) *string { return &f.Names }, "escaped", "raw", "unescaped"),
		flag("dup", "a name may be taken twice", func(f *Faults) *bool { return &f.Dup }),
		rate("async", "share of moves, renames and deletions that become tasks, 0.3, 30% or every:3", func(f *Faults) *Rate { return &f.Async }),
		span("task", "how long a task takes, 2s or 1s-5s", func(f *Faults) *Span { return &f.Task }),
		rate("task-fail", "share of tasks that fail and change nothing", func(f *Faults) *Rate { return &f.TaskFail }),
		rate("stuck", "share of tasks that never report their end", func(f *Faults) *Rate { return &f.Stuck }),
		rate("slow", "share of answers that come late", func(f *Faults) *Rate { return &f.Slow }),
		span("delay", "how late a slow answer is, 5s or 1s-20s", func(f *Faults) *Span { return &f.Delay }),
		length("strict", "429 for requests closer than this, 500ms without a value; at most 30 fids", watch.NearGap, func(f *Faults) *time.Duration { return &f.Strict }),
		rate("lose-before", "share of mutations lost before they are done", func(f *Faults) *Rate { return &f.LoseBefore }),
		rate("lose-after", "share of mutations whose answer is lost", func(f *Faults) *Rate { return &f.LoseAfter }),
		rate("lose-read", "share of other answers that are lost", func(f *Faults) *Rate { return &f.LoseRead }),
		rate("half", "share of mutations of which one half is done before the answer is lost", func(f *Faults) *Rate { return &f.Half }),
		rate("late", "share of mutations that are done long after their answer was lost", func(f *Faults) *Rate { return &f.Late }),
		span("late-by", "how much later, 20s or 5s-60s", func(f *Faults) *Span { return &f.LateBy }),
		rate("cut", "share of answers that end in the middle", func(f *Faults) *Rate { return &f.Cut }),
		rate("html", "share of requests answered by a login page with status 200", func(f *Faults) *Rate { return &f.HTML }),
		rate("5xx-before", "share of requests answered 503 before anything is done", func(f *Faults) *Rate { return &f.FailBefore }),
		rate("5xx-after", "share of requests answered 503 after they were done", func(f *Faults) *Rate { return &f.FailAfter }),
		flag("500", "mutations are answered 500 with a code of the service, before anything is done", func(f *Faults) *bool { return &f.Error500 }),
		flag("quota", "mutations are refused, because the quota is used up", func(f *Faults) *bool { return &f.Quota }),
		rate("code200", "share of mutations refused by a code under HTTP 200", func(f *Faults) *Rate { return &f.Code200 }),
		rate("inner", "share of mutations refused in a task_resp inside a success", func(f *Faults) *Rate { return &f.Inner }),
		flag("repeat-page", "every page of a listing is the first", func(f *Faults) *bool { return &f.RepeatPage }),
		flag("short-total", "_total counts the page instead of the folder", func(f *Faults) *bool { return &f.ShortTotal }),
		flag("shuffle", "listings change their order from request to request", func(f *Faults) *bool { return &f.Shuffle }),
		{"expire", "sessions die at the Nth request (every:N), or that long after login (10m)", "every:N or 10m", func(f *Faults, v string) bool {
			return strings.HasPrefix(v, "every:") && parseRate(v, &f.Expire) || parseTime(v, 0, &f.ExpireAfter)
		}},
		length("rotate-cookie", "the __puus cookie is replaced that often, 3h without a value", 3*time.Hour, func(f *Faults) *time.Duration { return &f.RotateCookie }),
		length("cookie-grace", "how long the replaced cookie still serves", 0, func(f *Faults) *time.Duration { return &f.CookieGrace }),
		{"auth-status", "401 (default) or 403 for a dead session", "401 or 403", func(f *Faults, v string) bool {
			f.AuthStatus, _ = strconv.Atoi(v)
			return v == "401" || v == "403"
		}},
		{"tq-gap", `value of tq_gap as JSON (700, "500", null) or none`, "JSON or none", func(f *Faults, v string) bool {
			f.TqGap = v
			return v == "none" || json.Valid([]byte(v))
		}},
		{"tq-place", "where tq_gap stands: metadata, data, top, or several with commas", "metadata, data, top or a comma list", func(f *Faults, v string) bool {
			f.TqPlace = v
			for part := range strings.SplitSeq(v, ",") {
				if !slices.Contains([]string{"metadata", "data", "top"}, part) {
					return false
				}
			}
			return true
		}},
		{"batch", "largest filelist accepted", wantsCount, func(f *Faults, v string) bool {
			n, err := strconv.Atoi(v)
			f.Batch = n
			return err == nil && n > 0
		}},
	}, docFaults(tools), blobFaults(), byteFaults())
}

// Parse reads the NAME[=VALUE] words of `aloft serve --fault`; tools are the
// names of all tools of the document half. Errors are of type *Error.
func Parse(specs, tools []string) (Faults, error) {
	var f Faults
	known := faults(tools)
	for _, spec := range specs {
		name, value, _ := strings.Cut(spec, "=")
		i := slices.IndexFunc(known, func(k fault) bool { return k.name == name })
		if i < 0 {
			return f, &store.Error{What: "There is no fault %q.", Args: []any{name}, Hint: text.BoxFaultHint, Err: errFault}
		}
		if !known[i].set(&f, value) {
			return f, &store.Error{What: "The fault %s cannot be %q; it wants %s.", Args: []any{name, value, known[i].wants},
				Hint: text.BoxFaultHint, Err: errFault}
		}
	}
	return f, nil
}

var errFault = errors.New("bad fault")

// Help describes one word of Parse.
type Help struct {
	Name  string
	Help  text.Text
	Wants string // the form of its value
}

// Names lists the words of Parse, in the order of the help.
func Names() []Help {
	var out []Help
	for _, k := range faults(nil) {
		out = append(out, Help{k.name, k.help, k.wants})
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
