package config

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"aloft/model"
	"aloft/model/hooks"
)

// arguments are a program and its arguments.
func arguments() kind[[]string] {
	k := lists("a list of texts: the program, then its arguments", func(string) bool { return true })
	all := k.take
	k.take = func(v any) ([]string, bool) {
		list, ok := all(v)
		return list, ok && (len(list) == 0 || list[0] != "")
	}
	return k
}

// isHost accepts a name or an address of a host, with a port or without.
func isHost(s string) bool {
	u, good := webAddress("https://" + s)
	return good && u.Host == s && !strings.ContainsAny(s, "*% ")
}

// isPlace accepts a place that means the same wherever the program is started.
func isPlace(s string) bool {
	p, err := model.ParsePlace(s, model.Place{})
	return model.HasScheme(s) && err == nil && !p.IsLoose()
}

// takeURL accepts a URL to which paths can be appended. A user name would be a
// secret in the wrong place; a query or fragment would swallow the appended path.
func takeURL(s string) (string, bool) {
	u, ok := webAddress(s)
	return strings.TrimRight(s, "/"), ok && u.RawQuery == "" && !u.ForceQuery
}

// takePage accepts the address of a page, with parameters if it has some.
func takePage(s string) (string, bool) {
	_, ok := webAddress(s)
	return s, ok
}

func webAddress(s string) (*url.URL, bool) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.Contains(s, "#") {
		return nil, false
	}
	if p := u.Port(); p != "" {
		if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
			return nil, false
		}
	}
	return u, true
}

// takeServer accepts the address of a Redis or Valkey server, without a password.
func takeServer(s string) (string, bool) {
	if s == "" {
		return s, true
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "redis" && u.Scheme != "rediss" || u.Hostname() == "" || u.RawQuery != "" || u.ForceQuery || strings.Contains(s, "#") {
		return "", false
	}
	if _, secret := u.User.Password(); secret {
		return "", false
	}
	for _, number := range []string{u.Port(), strings.Trim(u.Path, "/")} {
		if n, err := strconv.Atoi(cmp.Or(number, "1")); err != nil || n < 0 || n > 65535 {
			return "", false
		}
	}
	return s, true
}

// takeExactURL accepts a URL to which nothing is appended: a slash at its end is
// part of it.
func takeExactURL(s string) (string, bool) {
	_, ok := takeURL(s)
	return s, ok
}

// takeHookPath refuses {, }, spaces, ?, #, // and control characters. It drops a slash at the end.
func takeHookPath(s string) (string, bool) {
	if strings.ContainsAny(s, "{} ?#") || strings.Contains(s, "//") || strings.ContainsFunc(s, unicode.IsControl) {
		return "", false
	}
	if s == "" {
		return HookPath, true
	}
	return "/" + strings.Trim(s, "/"), true
}

// takePort: zero and negative ports mean the default ("Webhook receiver" in the
// drive specification).
func takePort(v any) (int, bool) {
	n, ok := v.(int64)
	if n <= 0 {
		return HookPort, ok
	}
	return int(n), ok && n <= 65535
}

// takeHost accepts an address to listen on: one of this machine or "localhost".
// Another name would need a lookup, whose answer may change.
func takeHost(s string) (string, bool) {
	if s == "localhost" {
		return "127.0.0.1", true
	}
	_, err := netip.ParseAddr(s)
	return s, err == nil
}

// sizeUnits are the suffixes of a size, the longest first.
var sizeUnits = []struct {
	word string
	size Bytes
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}}

// sizeFrom accepts a number of bytes, or a string such as "10MiB".
func sizeFrom(low, high Bytes) kind[Bytes] {
	return kind[Bytes]{limits{want: `a number of bytes or a text such as "10MiB", from %s to %s`, args: []any{sizeText(low), sizeText(high)}}, func(v any) (Bytes, bool) {
		i, ok := v.(int64)
		n := Bytes(i)
		if s, isText := v.(string); isText {
			n, ok = parseSize(s)
		}
		return n, ok && n >= low && n <= high
	}}
}

func parseSize(s string) (Bytes, bool) {
	for _, u := range sizeUnits {
		if num, ok := strings.CutSuffix(s, u.word); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(num), 10, 64)
			return Bytes(n) * u.size, err == nil && n >= 0 && Bytes(n) <= math.MaxInt64/u.size
		}
	}
	return 0, false
}

// sizeText writes a size with the largest unit that divides it.
func sizeText(n Bytes) string {
	for _, u := range slices.Backward(sizeUnits) {
		if n >= u.size && n%u.size == 0 {
			return strconv.FormatInt(int64(n/u.size), 10) + u.word
		}
	}
	return strconv.FormatInt(int64(n), 10)
}

func takeWord(s string) (string, bool) { return s, s != "" && plainWord(s, "-_") }

func plainWord(s, also string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune(also, r)
	})
}

// takePath accepts a path to a value of a request.
func takePath(s string) (string, bool) {
	_, err := hooks.ParsePath(s)
	return s, err == nil || s == ""
}

// takeTemplate accepts a text with paths in braces.
func takeTemplate(s string) (string, bool) {
	_, err := hooks.ParseTemplate(s)
	return s, err == nil
}

// takeWhen accepts paths with a value or a list of values each.
func takeWhen(v any) (map[string][]string, bool) {
	table, ok := v.(map[string]any)
	out := map[string][]string{}
	for path, is := range table {
		if _, err := hooks.ParsePath(path); err != nil {
			return nil, false
		}
		list, several := is.([]any)
		if !several {
			list = []any{is}
		}
		for _, one := range list {
			switch one.(type) {
			case string, bool, int64:
				out[path] = append(out[path], fmt.Sprint(one))
			default:
				return nil, false
			}
		}
		ok = ok && len(list) > 0
	}
	return out, ok
}

// takeVariables accepts variables with a path each.
func takeVariables(v any) (map[string]string, bool) {
	table, ok := v.(map[string]any)
	out := map[string]string{}
	for name, is := range table {
		path, isText := is.(string)
		if _, err := hooks.ParsePath(path); !isText || err != nil || !hooks.Variable(name) {
			return nil, false
		}
		out[name] = path
	}
	return out, ok
}

// Literal prints a value as TOML would write it.
func Literal(v any) string {
	switch x := v.(type) {
	case string:
		return quote(x)
	case time.Duration:
		return quote(model.Duration(x))
	case Bytes:
		if s := sizeText(x); s != strconv.FormatInt(int64(x), 10) {
			return quote(s)
		}
	case []string:
		q := model.Each(x, quote)
		return "[" + strings.Join(q, ", ") + "]"
	case []any:
		q := model.Each(x, Literal)
		return "[" + strings.Join(q, ", ") + "]"
	case map[string]string:
		return inline(x)
	case map[string][]string:
		return inline(x)
	case map[string]any:
		return "{…}"
	}
	return fmt.Sprint(v)
}

// inline prints a table of a user's names.
func inline[V any](m map[string]V) string {
	if len(m) == 0 {
		return "{}"
	}
	var q []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		v := any(m[k])
		if list, ok := v.([]string); ok && len(list) == 1 {
			v = list[0]
		}
		q = append(q, printPath([]string{k})+" = "+Literal(v))
	}
	return "{ " + strings.Join(q, ", ") + " }"
}

// quote writes a TOML basic string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// printPath prints a key, quoting the parts that TOML wants quoted.
func printPath(path []string) string {
	out := make([]string, len(path))
	for i, p := range path {
		if p != "" && plainWord(p, "-_*") {
			out[i] = p
		} else {
			out[i] = quote(p)
		}
	}
	return strings.Join(out, ".")
}
