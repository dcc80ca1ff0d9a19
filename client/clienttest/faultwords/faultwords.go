// Package faultwords has words for the faults of the embedded service, for tests and for programs that are built with
// -tags lab: `aloft serve --fault NAME=VALUE`.
package faultwords

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/docs"
	"aloft/client/embedded/flow"
)

// Words are those that Parse knows.
func Words() (out []string) {
	for _, k := range faults(nil) {
		out = append(out, k.name+"=")
	}
	return out
}

// Faults are those of Parse, for a service.
func Faults(specs ...string) (flow.Faults, error) { return Parse(specs...) }

// Parse reads the NAME[=VALUE] words.
func Parse(specs ...string) (fault.Faults, error) {
	var f fault.Faults
	var tools []string
	for _, t := range docs.Tools() {
		tools = append(tools, t.Name)
	}
	known := faults(tools)
	for _, spec := range specs {
		name, value, _ := strings.Cut(spec, "=")
		i := slices.IndexFunc(known, func(k named) bool { return k.name == name })
		if i < 0 {
			return f, fmt.Errorf("there is no fault %q", name)
		}
		if !known[i].set(&f, value) {
			return f, fmt.Errorf("the fault %s cannot be %q; it wants %s", name, value, known[i].wants)
		}
	}
	return f, nil
}

// named is one word.
type named struct {
	name  string
	wants string // the form of its value
	set   func(f *fault.Faults, value string) bool
}

// The forms of values, as named in an error.
const (
	wantsRate  = "0.3, 30% or every:3"
	wantsSpan  = "2s or 1s-5s"
	wantsTime  = "500ms"
	wantsFlag  = "no value"
	wantsCount = "a whole number"
	wantsSize  = "5 or 1-7"
	wantsTools = "names of tools with commas"
	wantsBytes = "a number of bytes, 200k, 5m or 2g"
)

// faults are all words; tools are the names of all tools of the document half.
func faults(tools []string) []named {
	rate := func(name string, at func(*fault.Faults) *fault.Rate) named {
		return named{name, wantsRate, func(f *fault.Faults, v string) bool { return parseRate(v, at(f)) }}
	}
	span := func(name string, at func(*fault.Faults) *fault.Span) named {
		return named{name, wantsSpan, func(f *fault.Faults, v string) bool { return parseSpan(v, at(f)) }}
	}
	flag := func(name string, at func(*fault.Faults) *bool) named {
		return named{name, wantsFlag, func(f *fault.Faults, v string) bool { *at(f) = true; return v == "" }}
	}
	length := func(name string, def time.Duration, at func(*fault.Faults) *time.Duration) named {
		return named{name, wantsTime, func(f *fault.Faults, v string) bool { return parseTime(v, def, at(f)) }}
	}
	word := func(name string, at func(*fault.Faults) *string, words ...string) named {
		return named{name, strings.Join(words, ", "), func(f *fault.Faults, v string) bool { *at(f) = v; return slices.Contains(words, v) }}
	}
	return slices.Concat([]named{
		{"seed", wantsCount, func(f *fault.Faults, v string) (ok bool) {
			n, err := strconv.ParseUint(v, 10, 64)
			f.Seed = n
			return err == nil
		}},
		flag("rotate", func(f *fault.Faults) *bool { return &f.Rotate }),
		word("stale", func(f *fault.Faults) *string { return &f.Stale }, "empty", "error", "other"),
		span("lag", func(f *fault.Faults) *fault.Span { return &f.Lag }),
		word("names", func(f *fault.Faults) *string { return &f.Names }, "escaped", "raw", "unescaped"),
		flag("dup", func(f *fault.Faults) *bool { return &f.Dup }),
		rate("async", func(f *fault.Faults) *fault.Rate { return &f.Async }),
		span("task", func(f *fault.Faults) *fault.Span { return &f.Task }),
		rate("task-fail", func(f *fault.Faults) *fault.Rate { return &f.TaskFail }),
		rate("stuck", func(f *fault.Faults) *fault.Rate { return &f.Stuck }),
		rate("slow", func(f *fault.Faults) *fault.Rate { return &f.Slow }),
		span("delay", func(f *fault.Faults) *fault.Span { return &f.Delay }),
		length("strict", flow.NearGap, func(f *fault.Faults) *time.Duration { return &f.Strict }),
		rate("lose-before", func(f *fault.Faults) *fault.Rate { return &f.LoseBefore }),
		rate("lose-after", func(f *fault.Faults) *fault.Rate { return &f.LoseAfter }),
		rate("lose-read", func(f *fault.Faults) *fault.Rate { return &f.LoseRead }),
		rate("half", func(f *fault.Faults) *fault.Rate { return &f.Half }),
		rate("late", func(f *fault.Faults) *fault.Rate { return &f.Late }),
		span("late-by", func(f *fault.Faults) *fault.Span { return &f.LateBy }),
		rate("cut", func(f *fault.Faults) *fault.Rate { return &f.Cut }),
		rate("html", func(f *fault.Faults) *fault.Rate { return &f.HTML }),
		rate("5xx-before", func(f *fault.Faults) *fault.Rate { return &f.FailBefore }),
		rate("5xx-after", func(f *fault.Faults) *fault.Rate { return &f.FailAfter }),
		flag("500", func(f *fault.Faults) *bool { return &f.Error500 }),
		flag("quota", func(f *fault.Faults) *bool { return &f.Quota }),
		rate("code200", func(f *fault.Faults) *fault.Rate { return &f.Code200 }),
		rate("inner", func(f *fault.Faults) *fault.Rate { return &f.Inner }),
		flag("repeat-page", func(f *fault.Faults) *bool { return &f.RepeatPage }),
		flag("short-total", func(f *fault.Faults) *bool { return &f.ShortTotal }),
		flag("shuffle", func(f *fault.Faults) *bool { return &f.Shuffle }),
		{"expire", "every:N or 10m", func(f *fault.Faults, v string) bool {
			return strings.HasPrefix(v, "every:") && parseRate(v, &f.Expire) || parseTime(v, 0, &f.ExpireAfter)
		}},
		length("rotate-cookie", 3*time.Hour, func(f *fault.Faults) *time.Duration { return &f.RotateCookie }),
		length("cookie-grace", 0, func(f *fault.Faults) *time.Duration { return &f.CookieGrace }),
		{"auth-status", "401 or 403", func(f *fault.Faults, v string) bool {
			f.AuthStatus, _ = strconv.Atoi(v)
			return v == "401" || v == "403"
		}},
		{"tq-gap", "JSON or none", func(f *fault.Faults, v string) bool {
			f.TqGap = v
			return v == "none" || json.Valid([]byte(v))
		}},
		{"tq-place", "metadata, data, top or a comma list", func(f *fault.Faults, v string) bool {
			f.TqPlace = v
			for part := range strings.SplitSeq(v, ",") {
				if !slices.Contains([]string{"metadata", "top"}, part) {
					return false
				}
			}
			return true
		}},
		{"batch", wantsCount, func(f *fault.Faults, v string) bool {
			n, err := strconv.Atoi(v)
			f.Batch = n
			return err == nil && n > 0
		}},
	}, docFaults(tools), blobFaults(), byteFaults())
}

// docFaults are the words of the document half for `aloft serve --fault`; tools are
// the names of all its tools.
func docFaults(tools []string) []named {
	rate := func(name string, at func(*fault.Docs) *fault.Rate) named {
		return named{name, wantsRate, func(f *fault.Faults, v string) bool { return parseRate(v, at(&f.Docs)) }}
	}
	flag := func(name string, at func(*fault.Docs) *bool) named {
		return named{name, wantsFlag, func(f *fault.Faults, v string) bool { *at(&f.Docs) = true; return v == "" }}
	}
	length := func(name string, def time.Duration, at func(*fault.Docs) *time.Duration) named {
		return named{name, wantsTime, func(f *fault.Faults, v string) bool { return parseTime(v, def, at(&f.Docs)) }}
	}
	words := append(fault.Carriers(), "any")
	return []named{
		{"docs-pages", wantsSize, func(f *fault.Faults, v string) bool { return parseSize(v, &f.Docs.Pages) }},
		flag("docs-empty-page", func(f *fault.Docs) *bool { return &f.EmptyPage }),
		flag("docs-ints", func(f *fault.Docs) *bool { return &f.IntStrings }),
		flag("docs-times", func(f *fault.Docs) *bool { return &f.TimesMS }),
		flag("docs-urls", func(f *fault.Docs) *bool { return &f.BareURLs }),
		flag("docs-file-key", func(f *fault.Docs) *bool { return &f.FileKey }),
		flag("docs-wrapped", func(f *fault.Docs) *bool { return &f.Wrapped }),
		flag("docs-second", func(f *fault.Docs) *bool { return &f.Second }),
		flag("docs-underscore", func(f *fault.Docs) *bool { return &f.Underscore }),
		flag("docs-bare", func(f *fault.Docs) *bool { return &f.Bare }),
		rate("docs-stale", func(f *fault.Docs) *fault.Rate { return &f.Stale }),
		rate("docs-image-fail", func(f *fault.Docs) *fault.Rate { return &f.ImageFail }),
		flag("docs-image-words", func(f *fault.Docs) *bool { return &f.ImageWords }),
		flag("docs-attachments", func(f *fault.Docs) *bool { return &f.Attachments }),
		{"docs-content-cut", wantsCount, func(f *fault.Faults, v string) bool {
			n, err := strconv.ParseInt(v, 10, 32)
			f.Docs.ContentCut = int(n)
			return err == nil && n > 0
		}},
		{"docs-missing", wantsTools, func(f *fault.Faults, v string) bool {
			f.Docs.Missing = v
			for name := range strings.SplitSeq(v, ",") {
				if !slices.Contains(tools, name) {
					return false
				}
			}
			return true
		}},
		rate("docs-sse", func(f *fault.Docs) *fault.Rate { return &f.SSE }),
		{"docs-sessions", wantsRate, func(f *fault.Faults, v string) bool {
			f.Docs.Sessions = true
			return v == "" || parseRate(v, &f.Docs.Forget)
		}},
		rate("docs-error", func(f *fault.Docs) *fault.Rate { return &f.Error }),
		flag("docs-500", func(f *fault.Docs) *bool { return &f.Error500 }),
		flag("docs-quota", func(f *fault.Docs) *bool { return &f.Quota }),
		{"docs-error-code", wantsCount, func(f *fault.Faults, v string) bool {
			n, err := strconv.ParseInt(v, 10, 32)
			f.Docs.ErrorCode = int(n)
			return err == nil && n > 0
		}},
		{"docs-carrier", strings.Join(words, ", "), func(f *fault.Faults, v string) bool {
			f.Docs.Carrier = v
			return slices.Contains(words, v)
		}},
		rate("docs-429", func(f *fault.Docs) *fault.Rate { return &f.Busy }),
		length("docs-retry-after", 0, func(f *fault.Docs) *time.Duration { return &f.RetryAfter }),
		length("docs-strict", flow.NearGap, func(f *fault.Docs) *time.Duration { return &f.Strict }),
		rate("docs-lose-before", func(f *fault.Docs) *fault.Rate { return &f.LoseBefore }),
		rate("docs-lose-after", func(f *fault.Docs) *fault.Rate { return &f.LoseAfter }),
		rate("docs-lose-read", func(f *fault.Docs) *fault.Rate { return &f.LoseRead }),
		rate("docs-5xx-before", func(f *fault.Docs) *fault.Rate { return &f.FailBefore }),
		rate("docs-5xx-after", func(f *fault.Docs) *fault.Rate { return &f.FailAfter }),
		rate("docs-html", func(f *fault.Docs) *fault.Rate { return &f.HTML }),
		rate("docs-cut", func(f *fault.Docs) *fault.Rate { return &f.Cut }),
		rate("docs-slow", func(f *fault.Docs) *fault.Rate { return &f.Slow }),
		{"docs-delay", wantsSpan, func(f *fault.Faults, v string) bool { return parseSpan(v, &f.Docs.Delay) }},
		{"docs-expire", "every:N or 10m", func(f *fault.Faults, v string) bool {
			return strings.HasPrefix(v, "every:") && parseRate(v, &f.Docs.Expire) || parseTime(v, 0, &f.Docs.TokenLife)
		}},
	}
}

// blobFaults are the words for `aloft serve --fault`.
func blobFaults() []named {
	rate := func(name string, at func(*fault.Faults) *fault.Rate) named {
		return named{name, wantsRate, func(f *fault.Faults, v string) bool { return parseRate(v, at(f)) }}
	}
	word := func(name string, wants string, at func(*fault.Faults) *string, words ...string) named {
		return named{name, wants, func(f *fault.Faults, v string) bool { *at(f) = v; return slices.Contains(words, v) }}
	}
	return []named{
		{"doc-task", wantsSpan, func(f *fault.Faults, v string) bool { return parseSpan(v, &f.Blobs.Task) }},
		rate("doc-task-fail", func(f *fault.Faults) *fault.Rate { return &f.Blobs.TaskFail }),
		rate("doc-task-stuck", func(f *fault.Faults) *fault.Rate { return &f.Blobs.TaskStuck }),
		word("import-id", "other or none", func(f *fault.Faults) *string { return &f.Blobs.TaskID }, "other", "none"),
		{"link-life", wantsTime, func(f *fault.Faults, v string) bool { return parseTime(v, 0, &f.Blobs.LinkLife) }},
		rate("cut-upload", func(f *fault.Faults) *fault.Rate { return &f.Blobs.CutUp }),
		rate("cut-download", func(f *fault.Faults) *fault.Rate { return &f.Blobs.CutDown }),
		{"no-range", wantsFlag, func(f *fault.Faults, v string) bool { f.Blobs.NoRange = true; return v == "" }},
		word("upload-status", "200, 201, 204 or mixed", func(f *fault.Faults) *string { return &f.Blobs.PutStatus }, "200", "201", "204", "mixed"),
	}
}

// byteFaults are the words for `aloft serve --fault`.
func byteFaults() []named {
	size := func(at func(*fault.Faults) *int64) func(*fault.Faults, string) bool {
		return func(f *fault.Faults, v string) bool { return parseBytes(v, at(f)) }
	}
	rate := func(at func(*fault.Faults) *fault.Rate) func(*fault.Faults, string) bool {
		return func(f *fault.Faults, v string) bool { return parseRate(v, at(f)) }
	}
	return []named{
		{"turn-cookie", wantsRate, rate(func(f *fault.Faults) *fault.Rate { return &f.Bytes.Turn })},
		{"link-ends", wantsRate, rate(func(f *fault.Faults) *fault.Rate { return &f.Bytes.LinkEnds })},
		{"down-wrong", wantsRate, rate(func(f *fault.Faults) *fault.Rate { return &f.Bytes.DownWrong })},
		{"down-short", wantsRate, rate(func(f *fault.Faults) *fault.Rate { return &f.Bytes.DownShort })},
		{"down-stops", wantsRate, rate(func(f *fault.Faults) *fault.Rate { return &f.Bytes.DownStops })},
		{"down-max", wantsBytes, size(func(f *fault.Faults) *int64 { return &f.Bytes.DownMax })},
		{"part-refused", wantsRate, rate(func(f *fault.Faults) *fault.Rate { return &f.Bytes.PartRefused })},
		{"part-wrong", wantsRate, rate(func(f *fault.Faults) *fault.Rate { return &f.Bytes.PartWrong })},
		{"keep-less", wantsRate, rate(func(f *fault.Faults) *fault.Rate { return &f.Bytes.KeepLess })},
		{"no-callback", wantsRate, rate(func(f *fault.Faults) *fault.Rate { return &f.Bytes.NoCallback })},
		{"speed", wantsBytes, size(func(f *fault.Faults) *int64 { return &f.Bytes.Speed })},
		{"capacity", wantsBytes, size(func(f *fault.Faults) *int64 { return &f.Bytes.Capacity })},
	}
}

func parseRate(v string, into *fault.Rate) bool {
	if n, counted := strings.CutPrefix(v, "every:"); counted {
		every, err := strconv.Atoi(n)
		*into = fault.Rate{Every: every}
		return err == nil && every > 0
	}
	if v == "" {
		*into = fault.Rate{P: 1}
		return true
	}
	num, percent := strings.CutSuffix(v, "%")
	p, err := strconv.ParseFloat(num, 64)
	if percent {
		p /= 100
	}
	*into = fault.Rate{P: p}
	return err == nil && !math.IsNaN(p) && p >= 0 && p <= 1
}

func parseSpan(v string, into *fault.Span) bool {
	from, to, two := strings.Cut(v, "-")
	least, err := time.ParseDuration(from)
	most := least
	if two && err == nil {
		most, err = time.ParseDuration(to)
	}
	*into = fault.Span{Min: least, Max: most}
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

func parseSize(v string, into *fault.Size) bool {
	from, to, two := strings.Cut(v, "-")
	least, err := strconv.Atoi(from)
	most := least
	if two && err == nil {
		most, err = strconv.Atoi(to)
	}
	*into = fault.Size{Min: least, Max: most}
	return err == nil && least > 0 && most >= least && most <= 10_000
}

// parseBytes reads a number of bytes with k, m or g for powers of 1024.
func parseBytes(v string, into *int64) bool {
	number, factor := strings.ToLower(v), int64(1)
	for i, unit := range []string{"k", "g"} {
		if rest, found := strings.CutSuffix(number, unit); found {
			number, factor = rest, 1<<(10*(i+1))
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/factor {
		return false
	}
	*into = n * factor
	return true
}
