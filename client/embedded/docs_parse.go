package embedded

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/model/text"
)

const (
	wantsSize  = "5 or 1-7"
	wantsTools = "names of tools with commas"
)

// docFaults are the words of the document half for `aloft serve --fault`.
func docFaults() []fault {
	rate := func(name string, help text.Text, at func(*DocFaults) *Rate) fault {
		return fault{name, help, wantsRate, func(f *Faults, v string) bool { return parseRate(v, at(&f.Docs)) }}
	}
	flag := func(name string, help text.Text, at func(*DocFaults) *bool) fault {
		return fault{name, help, wantsFlag, func(f *Faults, v string) bool { *at(&f.Docs) = true; return v == "" }}
	}
	length := func(name string, help text.Text, def time.Duration, at func(*DocFaults) *time.Duration) fault {
		return fault{name, help, wantsTime, func(f *Faults, v string) bool { return parseTime(v, def, at(&f.Docs)) }}
	}
	words := append(carriers(), "any")
	return []fault{
		{"docs-pages", text.FaultDocsPages, wantsSize, func(f *Faults, v string) bool { return parseSize(v, &f.Docs.Pages) }},
		flag("docs-empty-page", text.FaultDocsEmptyPage, func(f *DocFaults) *bool { return &f.EmptyPage }),
		flag("docs-ints", text.FaultDocsInts, func(f *DocFaults) *bool { return &f.IntStrings }),
		flag("docs-times", text.FaultDocsTimes, func(f *DocFaults) *bool { return &f.TimesMS }),
		flag("docs-urls", text.FaultDocsURLs, func(f *DocFaults) *bool { return &f.BareURLs }),
		flag("docs-file-key", text.FaultDocsFileKey, func(f *DocFaults) *bool { return &f.FileKey }),
		flag("docs-wrapped", text.FaultDocsWrapped, func(f *DocFaults) *bool { return &f.Wrapped }),
		flag("docs-second", text.FaultDocsSecond, func(f *DocFaults) *bool { return &f.Second }),
		flag("docs-underscore", text.FaultDocsUnderscore, func(f *DocFaults) *bool { return &f.Underscore }),
		flag("docs-bare", text.FaultDocsBare, func(f *DocFaults) *bool { return &f.Bare }),
		rate("docs-stale", text.FaultDocsStale, func(f *DocFaults) *Rate { return &f.Stale }),
		rate("docs-image-fail", text.FaultDocsImageFail, func(f *DocFaults) *Rate { return &f.ImageFail }),
		flag("docs-image-words", text.FaultDocsImageWords, func(f *DocFaults) *bool { return &f.ImageWords }),
		flag("docs-attachments", text.FaultDocsAttachments, func(f *DocFaults) *bool { return &f.Attachments }),
		{"docs-content-cut", text.FaultDocsContentCut, wantsCount, func(f *Faults, v string) bool {
			n, err := strconv.ParseInt(v, 10, 32)
			f.Docs.ContentCut = int(n)
			return err == nil && n > 0
		}},
		{"docs-missing", text.FaultDocsMissing, wantsTools, func(f *Faults, v string) bool {
			f.Docs.Missing = v
			for name := range strings.SplitSeq(v, ",") {
				if !slices.ContainsFunc(docsTools(), func(t docsTool) bool { return t.name == name }) {
					return false
				}
			}
			return true
		}},
		rate("docs-sse", text.FaultDocsSSE, func(f *DocFaults) *Rate { return &f.SSE }),
		{"docs-sessions", text.FaultDocsSessions, wantsRate, func(f *Faults, v string) bool {
			f.Docs.Sessions = true
			return v == "" || parseRate(v, &f.Docs.Forget)
		}},
		rate("docs-error", text.FaultDocsError, func(f *DocFaults) *Rate { return &f.Error }),
		flag("docs-500", text.FaultDocsError500, func(f *DocFaults) *bool { return &f.Error500 }),
		flag("docs-quota", text.FaultDocsQuota, func(f *DocFaults) *bool { return &f.Quota }),
		{"docs-error-code", text.FaultDocsErrorCode, wantsCount, func(f *Faults, v string) bool {
			n, err := strconv.ParseInt(v, 10, 32)
			f.Docs.ErrorCode = int(n)
			return err == nil && n > 0
		}},
		{"docs-carrier", text.FaultDocsCarrier, strings.Join(words, ", "), func(f *Faults, v string) bool {
			f.Docs.Carrier = v
			return slices.Contains(words, v)
		}},
		rate("docs-429", text.FaultDocsBusy, func(f *DocFaults) *Rate { return &f.Busy }),
		length("docs-retry-after", text.FaultDocsRetryAfter, 0, func(f *DocFaults) *time.Duration { return &f.RetryAfter }),
		length("docs-strict", text.FaultDocsStrict, nearGap, func(f *DocFaults) *time.Duration { return &f.Strict }),
		rate("docs-lose-before", text.FaultDocsLoseBefore, func(f *DocFaults) *Rate { return &f.LoseBefore }),
		rate("docs-lose-after", text.FaultDocsLoseAfter, func(f *DocFaults) *Rate { return &f.LoseAfter }),
		rate("docs-lose-read", text.FaultDocsLoseRead, func(f *DocFaults) *Rate { return &f.LoseRead }),
		rate("docs-5xx-before", text.FaultDocsFailBefore, func(f *DocFaults) *Rate { return &f.FailBefore }),
		rate("docs-5xx-after", text.FaultDocsFailAfter, func(f *DocFaults) *Rate { return &f.FailAfter }),
		rate("docs-html", text.FaultDocsHTML, func(f *DocFaults) *Rate { return &f.HTML }),
		rate("docs-cut", text.FaultDocsCut, func(f *DocFaults) *Rate { return &f.Cut }),
		rate("docs-slow", text.FaultDocsSlow, func(f *DocFaults) *Rate { return &f.Slow }),
		{"docs-delay", text.FaultDocsDelay, wantsSpan, func(f *Faults, v string) bool { return parseSpan(v, &f.Docs.Delay) }},
		{"docs-expire", text.FaultDocsExpire, "every:N or 10m", func(f *Faults, v string) bool {
			return strings.HasPrefix(v, "every:") && parseRate(v, &f.Docs.Expire) || parseTime(v, 0, &f.Docs.TokenLife)
		}},
	}
}

func parseSize(v string, into *Size) bool {
	from, to, two := strings.Cut(v, "-")
	least, err := strconv.Atoi(from)
	most := least
	if two && err == nil {
		most, err = strconv.Atoi(to)
	}
	*into = Size{least, most}
	return err == nil && least > 0 && most >= least && most <= 10_000
}
