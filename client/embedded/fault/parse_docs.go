package fault

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client/embedded/watch"
	"aloft/model/text"
)

const (
	wantsSize  = "5 or 1-7"
	wantsTools = "names of tools with commas"
)

// docFaults are the words of the document half for `aloft serve --fault`; tools are
// the names of all its tools.
func docFaults(tools []string) []fault {
	rate := func(name string, help text.Text, at func(*Docs) *Rate) fault {
		return fault{name, help, wantsRate, func(f *Faults, v string) bool { return parseRate(v, at(&f.Docs)) }}
	}
	flag := func(name string, help text.Text, at func(*Docs) *bool) fault {
		return fault{name, help, wantsFlag, func(f *Faults, v string) bool { *at(&f.Docs) = true; return v == "" }}
	}
	length := func(name string, help text.Text, def time.Duration, at func(*Docs) *time.Duration) fault {
		return fault{name, help, wantsTime, func(f *Faults, v string) bool { return parseTime(v, def, at(&f.Docs)) }}
	}
	words := append(Carriers(), "any")
	return []fault{
		{"docs-pages", "entries of a folder_list page, 5 or 1-7", wantsSize, func(f *Faults, v string) bool { return parseSize(v, &f.Docs.Pages) }},
		flag("docs-empty-page", "folder_list never says finish=true; past the end come empty pages", func(f *Docs) *bool { return &f.EmptyPage }),
		flag("docs-ints", "whole numbers in answers are strings", func(f *Docs) *bool { return &f.IntStrings }),
		flag("docs-times", "times in answers are milliseconds", func(f *Docs) *bool { return &f.TimesMS }),
		flag("docs-urls", "links to documents lack https:", func(f *Docs) *bool { return &f.BareURLs }),
		flag("docs-file-key", "recent_online_file lists under file instead of files", func(f *Docs) *bool { return &f.FileKey }),
		flag("docs-wrapped", "query_file_info wraps its record in file", func(f *Docs) *bool { return &f.Wrapped }),
		flag("docs-second", "arguments have the names of another generation", func(f *Docs) *bool { return &f.Second }),
		flag("docs-underscore", "tool names have _ for the dot", func(f *Docs) *bool { return &f.Underscore }),
		flag("docs-bare", "doc tools have no first word: get_outline", func(f *Docs) *bool { return &f.Bare }),
		rate("docs-stale", "share of edits just before which somebody else edits the document", func(f *Docs) *Rate { return &f.Stale }),
		rate("docs-image-fail", "share of image uploads that fail", func(f *Docs) *Rate { return &f.ImageFail }),
		flag("docs-image-words", "the source of an image is FromLink or FromAttachment", func(f *Docs) *bool { return &f.ImageWords }),
		flag("docs-attachments", "embedded images are attachments", func(f *Docs) *bool { return &f.Attachments }),
		{"docs-content-cut", "get_content ends after so many characters", wantsCount, func(f *Faults, v string) bool {
			n, err := strconv.ParseInt(v, 10, 32)
			f.Docs.ContentCut = int(n)
			return err == nil && n > 0
		}},
		{"docs-missing", "tools that are not offered, by the specification's names, with commas", wantsTools, func(f *Faults, v string) bool {
			f.Docs.Missing = v
			for name := range strings.SplitSeq(v, ",") {
				if !slices.Contains(tools, name) {
					return false
				}
			}
			return true
		}},
		rate("docs-sse", "share of answers that come as an event stream", func(f *Docs) *Rate { return &f.SSE }),
		{"docs-sessions", "sessions are issued and wanted back; share of calls at which one is forgotten, 0 for never", wantsRate, func(f *Faults, v string) bool {
			f.Docs.Sessions = true
			return v == "" || parseRate(v, &f.Docs.Forget)
		}},
		rate("docs-error", "share of calls answered by a business error before anything is done", func(f *Docs) *Rate { return &f.Error }),
		flag("docs-500", "changes are answered 500 with words of the service, before anything is done", func(f *Docs) *bool { return &f.Error500 }),
		flag("docs-quota", "changes are refused, because the quota is used up", func(f *Docs) *bool { return &f.Quota }),
		{"docs-error-code", "code of these errors, 400010 if not given", wantsCount, func(f *Faults, v string) bool {
			n, err := strconv.ParseInt(v, 10, 32)
			f.Docs.ErrorCode = int(n)
			return err == nil && n > 0
		}},
		{"docs-carrier", "what carries business errors", strings.Join(words, ", "), func(f *Faults, v string) bool {
			f.Docs.Carrier = v
			return slices.Contains(words, v)
		}},
		rate("docs-429", "share of calls answered 429 with Retry-After", func(f *Docs) *Rate { return &f.Busy }),
		length("docs-retry-after", "what Retry-After says, 1s if not given", 0, func(f *Docs) *time.Duration { return &f.RetryAfter }),
		length("docs-strict", "429 for calls closer than this, 500ms without a value", watch.NearGap, func(f *Docs) *time.Duration { return &f.Strict }),
		rate("docs-lose-before", "share of changes lost before they are made", func(f *Docs) *Rate { return &f.LoseBefore }),
		rate("docs-lose-after", "share of changes whose answer is lost", func(f *Docs) *Rate { return &f.LoseAfter }),
		rate("docs-lose-read", "share of other answers that are lost", func(f *Docs) *Rate { return &f.LoseRead }),
		rate("docs-5xx-before", "share of calls answered 503 before anything is done", func(f *Docs) *Rate { return &f.FailBefore }),
		rate("docs-5xx-after", "share of calls answered 503 after they were done", func(f *Docs) *Rate { return &f.FailAfter }),
		rate("docs-html", "share of calls answered by a login page with status 200", func(f *Docs) *Rate { return &f.HTML }),
		rate("docs-cut", "share of answers that end in the middle", func(f *Docs) *Rate { return &f.Cut }),
		rate("docs-slow", "share of answers that come late", func(f *Docs) *Rate { return &f.Slow }),
		{"docs-delay", "how late a slow answer is, 5s or 1s-20s", wantsSpan, func(f *Faults, v string) bool { return parseSpan(v, &f.Docs.Delay) }},
		{"docs-expire", "tokens die at the Nth call (every:N), or live that long (10m)", "every:N or 10m", func(f *Faults, v string) bool {
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
