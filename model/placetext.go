package model

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
	"unicode/utf8"

	"aloft/model/text"
)

// The written form of a place is
//
//	[account/]scheme:path    drive:/Photos/2025  space:Handbook  work/disk:/home/me
//
// or a bare path, which is in the source of the place it is relative to, and on
// disk when there is none. In a name a \ before / : \ . or ~ takes the character
// as it is, and \xHH with HH from 80 to ff is that byte: so bytes that are not
// UTF-8 survive in texts that must be. A \ before anything else is itself.
// The names . and .. go nowhere and up unless they are written \. and \.. An
// empty name and one with a NUL cannot be written at all (Place.Valid).

// PlaceError says what is wrong with a written place.
type PlaceError struct {
	What text.Text
	Args []any
}

// Error is the English sentence.
func (e *PlaceError) Error() string { return e.Say(nil) }

// Say is the sentence in the language of the catalogue.
func (e *PlaceError) Say(c *text.Catalogue) string { return Clean(c.Say(e.What, e.Args...)) }

// ParsePlace reads a written place. What it leaves out comes from base: a bare
// path that starts with / is in base's source, and any other bare path is
// relative to base. A scheme without an account is of the current account,
// whatever base is. "disk:x" is relative when base is on disk, as a path typed
// in a shell is; in every other source "drive:x" is "drive:/x". The zero base is a
// folder that is not known: what is relative to it is refused. So is a .. above the
// root of a service; above that of a disk it is the root, as for the system.
func ParsePlace(s string, base Place) (Place, error) { return ParsePlaceHome(s, base, nil) }

// ParsePlaceHome is ParsePlace with "~" at the start of a disk path standing
// for the folder of these steps.
func ParsePlaceHome(s string, base Place, home []Step) (Place, error) {
	if s == "" {
		return Place{}, &PlaceError{What: text.PlaceEmpty}
	}
	if strings.IndexByte(s, 0) >= 0 {
		return Place{}, &PlaceError{What: text.PlaceNUL, Args: []any{s}}
	}
	if runtime.GOOS == "windows" {
		s = withDrive(s, base.Scheme == "" || base.Scheme == SchemeDisk)
	}
	head, path, found := cutScheme(s)
	if !found {
		return walkPath(base, s, home)
	}
	account, scheme := "", head
	if i := lastSlash(head); i >= 0 {
		account, scheme = unescape(head[:i]), head[i+1:]
		if account == "" {
			return Place{}, &PlaceError{What: "%s: the account before the / is empty; write account/drive:/…", Args: []any{s}}
		}
	}
	if !Scheme(scheme).Known() {
		return Place{}, &PlaceError{What: `%s: unknown scheme; use %s or %s (write a : inside a name as \:)`,
			Args: append([]any{scheme}, schemeList()...)}
	}
	at := Place{Account: account, Scheme: Scheme(scheme)}
	if in := at.Outside(); in.Scheme.Local() && in.Scheme != at.Scheme { // it has the paths of the disk
		out, err := ParsePlaceHome(string(in.Scheme)+":"+path, base.Outside(), home)
		if err == nil {
			out.Scheme = at.Scheme
		}
		return out, err
	}
	if at.Scheme == SchemeDisk && (base.Scheme == SchemeDisk || base.Scheme == "") {
		at.Scheme, at.Path = base.Scheme, base.Path // there is one disk, whatever the account
	}
	return walkPath(at, path, home)
}

// schemeList is all kinds of places, and the last of them apart, as a sentence names
// them.
func schemeList() []any {
	all := Each(Schemes(), func(s Scheme) string { return string(s) + ":" })
	last := len(all) - 1
	return []any{strings.Join(all[:last], ", "), all[last]}
}

// HasScheme reports whether a written place says in which source it is; what
// does not is a path.
func HasScheme(s string) bool {
	_, _, found := cutScheme(s)
	return found
}

// ParsePath reads a path of this machine byte for byte, relative to base: nothing
// in it is an escape, a scheme or a home.
func ParsePath(s string, base Place) (Place, error) {
	if s == "" {
		return Place{}, &PlaceError{What: text.PlaceEmpty}
	}
	if strings.IndexByte(s, 0) >= 0 {
		return Place{}, &PlaceError{What: text.PlaceNUL, Args: []any{s}}
	}
	at := Place{Scheme: SchemeDisk}
	if runtime.GOOS == "windows" {
		s = strings.TrimPrefix(withDrive(s, true), string(SchemeDisk)+":")
	}
	if !strings.HasPrefix(s, "/") {
		if base.Scheme == "" {
			return Place{}, &PlaceError{What: placeNowhere, Args: []any{s}}
		}
		at.Path = base.Path
	}
	for _, part := range strings.Split(s, "/") {
		switch part {
		case "", ".":
		case "..":
			at = at.Parent()
		default:
			at = at.Join(part)
		}
	}
	return at, nil
}

// cutScheme splits at the first unescaped colon when what stands before it can
// be a scheme: one word of letters, or account/word where the word is a scheme
// we know (else "notes/a:b" could not be a path).
func cutScheme(s string) (head, path string, found bool) {
	colon := -1
scan:
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case ':':
			colon = i
			break scan
		}
	}
	if colon < 0 {
		return "", s, false
	}
	head, path = s[:colon], s[colon+1:]
	slash := lastSlash(head)
	word := head[slash+1:]
	if slash >= 0 && (!Scheme(word).Known() || lastSlash(head[:slash]) >= 0) {
		return "", s, false
	}
	if word == "" || strings.ContainsFunc(word, func(r rune) bool { return (r|0x20 < 'a' || r|0x20 > 'z') }) {
		return "", s, false
	}
	return head, path, true
}

// lastSlash finds the last unescaped slash.
func lastSlash(s string) int {
	last := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '/':
			last = i
		}
	}
	return last
}

// placeNowhere refuses what would begin at a folder that is not known.
const placeNowhere text.Text = "%s: the path is relative, and its starting folder is unknown; write the absolute path"

// walkPath follows a written path. Without a scheme it begins on the disk, at a folder that
// is not known.
func walkPath(at Place, path string, home []Step) (Place, error) {
	parts, nowhere := splitPath(path), at.Scheme == ""
	if nowhere {
		at.Scheme = SchemeDisk
	}
	switch {
	case strings.HasPrefix(path, "/"):
		at.Path = nil
	case parts[0] == "~" && at.Scheme == SchemeDisk && home != nil:
		at.Path, parts = home, parts[1:]
	case nowhere:
		return Place{}, &PlaceError{What: placeNowhere, Args: []any{cmp.Or(path, string(SchemeDisk)+":")}}
	}
	steps := append(make([]Step, 0, len(at.Path)+len(parts)), at.Path...)
	for _, part := range parts {
		switch part {
		case "", ".":
		case "..":
			if len(steps) == 0 && at.Scheme != SchemeDisk {
				return Place{}, &PlaceError{What: "%s: there is no folder above the root of %s", Args: []any{path, string(at.Scheme) + ":"}}
			}
			steps = steps[:max(0, len(steps)-1)]
		default:
			step, ok := at.Scheme.step(part)
			if !ok {
				return Place{}, &PlaceError{What: "%s: an id must follow \\#", Args: []any{part}}
			}
			steps = append(steps, step)
		}
	}
	at.Path = nil
	if len(steps) > 0 {
		at.Path = steps
	}
	return at, nil
}

// splitPath splits at unescaped slashes and keeps the escapes.
func splitPath(s string) []string {
	var parts []string
	from := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '/':
			parts = append(parts, s[from:i])
			from = i + 1
		}
	}
	return append(parts, s[min(from, len(s)):])
}

// step reads a written name; where names can be pinned, \# begins the id, and ok is
// false when nothing follows it.
func (s Scheme) step(part string) (step Step, ok bool) {
	if !s.Documents() {
		return Step{Name: unescape(part)}, true
	}
	for i := 0; i+1 < len(part); i++ {
		if part[i] != '\\' {
			continue
		}
		if part[i+1] == '#' {
			step = Step{unescape(part[:i]), unescape(part[i+2:])}
			return step, step.ID != ""
		}
		i++
	}
	return Step{Name: unescape(part)}, true
}

// unescape is the raw name of a written one.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		switch next := s[i+1]; next {
		case '/', ':', '\\', '.', '~':
			b.WriteByte(next)
			i++
		case 'x':
			if i+3 < len(s) && hex(s[i+2]) >= 8 && hex(s[i+3]) >= 0 {
				b.WriteByte(byte(hex(s[i+2])<<4 | hex(s[i+3])))
				i += 3
				continue
			}
			b.WriteByte('\\')
		default:
			b.WriteByte('\\')
		}
	}
	return b.String()
}

func hex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// EscapeName writes a raw name so that ParsePlace reads it back exactly, if a place
// can hold it. The result is valid UTF-8.
func EscapeName(name string) string {
	if name == "." || name == ".." || name == "~" {
		return `\` + name
	}
	if !strings.ContainsAny(name, `/:\`) && utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, name[i])
		case r == '/' || r == ':' || r == '\\':
			b.WriteByte('\\')
			b.WriteByte(name[i])
		default:
			b.WriteString(name[i : i+n])
		}
		i += n
	}
	return b.String()
}

// String is the written form, always absolute and valid UTF-8; two places have
// the same only if they are equal. That of a place that is not Valid is for a
// person and for tables in memory: ParsePlace refuses it. Names in it may still
// hold control characters: Clean it on its way to a terminal.
func (p Place) String() string {
	if p.IsZero() {
		return ""
	}
	var b strings.Builder
	if p.Account != "" {
		b.WriteString(EscapeName(p.Account))
		b.WriteByte('/')
	}
	scheme := cmp.Or(p.Scheme, SchemeDisk)
	b.WriteString(string(scheme))
	b.WriteByte(':')
	if !scheme.row().spaces {
		b.WriteByte('/')
	}
	for i, s := range p.Path {
		if i > 0 {
			b.WriteByte('/')
		}
		if i == 0 && scheme == SchemeDisk && s.ID == "" && len(s.Name) == 2 && isDrive(s.Name) {
			b.WriteString(s.Name) // it reads better without an escape, and is the same place
			continue
		}
		b.WriteString(s.String())
	}
	return b.String()
}

// String is the written form of the step. When no place can hold the name it
// contains a NUL, which ParsePlace refuses.
func (s Step) String() string {
	switch {
	case s == Step{}:
		return "\\\x00"
	case s.ID != "":
		return EscapeName(s.Name) + `\#` + EscapeName(s.ID)
	}
	return EscapeName(s.Name)
}

// MarshalText writes the place for files of our own: "" for the zero Place. It
// fails when the place is not Valid.
func (p Place) MarshalText() ([]byte, error) {
	if !p.Valid() && !p.IsZero() {
		return nil, &PlaceError{What: text.PlaceNUL, Args: []any{p.String()}}
	}
	return []byte(p.String()), nil
}

// UnmarshalText reads what MarshalText wrote.
func (p *Place) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*p = Place{}
		return nil
	}
	q, err := ParsePlace(string(b), Place{})
	if err != nil {
		return err
	}
	*p = q
	return nil
}

// withDrive writes a path as Windows has it as a place: C:\Users and disk:C:\Users are
// disk:/C:/Users. local: without a scheme it is a path of the disk, in which a backslash
// that is no escape is a slash.
func withDrive(s string, local bool) string {
	if path := strings.TrimPrefix(s, string(SchemeDisk)+":"); isDrive(path) {
		return string(SchemeDisk) + ":/" + strings.ReplaceAll(path, `\`, "/")
	}
	if _, _, other := cutScheme(s); other || !local {
		return s
	}
	var b strings.Builder
	if share, ok := strings.CutPrefix(s, `\\`); ok { // no escape at the start, but a share of the network
		b.WriteString("//")
		s = share
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '\\':
			b.WriteByte(s[i])
		case i+1 < len(s) && strings.IndexByte(`\:#~`, s[i+1]) >= 0:
			b.WriteString(s[i : i+2])
			i++
		default:
			b.WriteByte('/')
		}
	}
	return b.String()
}

// isDrive reports whether a path begins with a drive: C: or C:\Users.
func isDrive(path string) bool {
	if len(path) < 2 || path[1] != ':' || (path[0]|0x20) < 'a' || (path[0]|0x20) > 'z' {
		return false
	}
	return len(path) == 2 || path[2] == '/' || path[2] == '\\'
}
