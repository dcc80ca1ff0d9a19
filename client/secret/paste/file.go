package paste

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const httpOnly = "#HttpOnly_"

// IsFile reports whether a text begins like a cookies.txt of Netscape's form.
func IsFile(s string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(s, "\ufeff"), " \r\n"), "\n")
	return strings.HasPrefix(first, "# Netscape HTTP Cookie File") || strings.HasPrefix(first, "# HTTP Cookie File") || cookieRow(first) != nil
}

// FileLine reports whether a line can stand in a cookies.txt.
func FileLine(line string) bool {
	line = strings.TrimRight(line, "\r\n")
	return strings.TrimSpace(line) == "" || line[0] == '#' || cookieRow(line) != nil
}

// cookieRow are the seven fields of a row: domain, whether its subdomains get it, path,
// whether it needs encryption, its end in Unix seconds (0 = that of the session), name,
// value.
func cookieRow(line string) []string {
	line = strings.TrimPrefix(strings.TrimRight(line, "\r\n"), httpOnly)
	f := strings.Split(line, "\t")
	if len(f) != 7 || strings.HasPrefix(f[0], "#") || f[0] == "" || f[5] == "" || !slices.Contains([]string{"TRUE", "FALSE"}, strings.ToUpper(f[1])) {
		return nil
	}
	return f
}

func cookieFile(s string, hosts []string, now time.Time) (p Session) {
	var pairs []string
	at := map[string]int{}
	for line := range strings.SplitSeq(strings.TrimPrefix(s, "\ufeff"), "\n") {
		f := cookieRow(line)
		if f == nil || !slices.ContainsFunc(hosts, func(h string) bool { return sentTo(h, f[0], f[1]) }) {
			continue
		}
		c := &http.Cookie{Name: f[5], Value: f[6]}
		if n, err := strconv.ParseFloat(f[4], 64); err == nil && n > 0 && n < 1<<36 { // some write fractions
			if c.Expires = time.Unix(int64(n), 0); !now.Before(c.Expires) {
				continue
			}
		}
		if strings.ContainsAny(c.Name, "=;, \"") || strings.Contains(c.Value, ";") || controls(c.Name+c.Value) {
			continue // it would break the header
		}
		if i, twice := at[c.Name]; twice { // the later row wins, as in a browser's jar
			pairs[i] = c.Name + "=" + c.Value
			p.Until = slices.DeleteFunc(p.Until, func(o *http.Cookie) bool { return o.Name == c.Name })
		} else {
			at[c.Name] = len(pairs)
			pairs = append(pairs, c.Name+"="+c.Value)
		}
		if !c.Expires.IsZero() && c.Name == LoginCookie {
			p.Until = append(p.Until, c)
		}
	}
	p.Header = strings.Join(pairs, "; ")
	return p
}

// sentTo: a browser sends a cookie of the domain to the host.
func sentTo(host, domain, below string) bool {
	host, bare := strings.ToLower(host), strings.ToLower(strings.TrimPrefix(domain, "."))
	return host == bare || (strings.EqualFold(below, "TRUE") || domain != bare) && strings.HasSuffix(host, "."+bare)
}
