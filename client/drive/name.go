package drive

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/client"
	"aloft/model/text"
)

// maxName is the longest name in bytes; design/jobs.md counts on 255.
const maxName = 255

// CheckName says why the drive would refuse or change the name, or nil.
func (s *Source) CheckName(name string) error {
	what := text.Text("")
	var args []any
	switch {
	case name == "":
		what = text.DriveNameEmpty
	case name == "." || name == "..":
		what, args = text.DriveNameDots, []any{name}
	case !utf8.ValidString(name):
		what = text.DriveNameUTF8
	case strings.Contains(name, "/"):
		what = text.DriveNameSlash
	case strings.ContainsFunc(name, unicode.IsControl):
		what = text.DriveNameControl
	case len(name) > maxName:
		what, args = text.DriveNameLong, []any{len(name), maxName}
	case strings.TrimSpace(name) != name:
		what = text.DriveNameSpace
	default:
		return nil
	}
	e := client.Errorf(client.KindInvalid, "name", s.Root(), what, args...)
	e.Hint = text.DriveNameHint
	return e
}
