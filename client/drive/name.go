package drive

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/client"
	"aloft/model/text"
)

// maxName is the longest name in bytes. No public source states it; we assume 255.
const maxName = 255

// CheckName reports why the drive would refuse or change the name, or nil.
func (s *reader) CheckName(name string) error {
	what := text.Text("")
	var args []any
	switch {
	case name == "":
		what = "a name cannot be empty"
	case name == "." || name == "..":
		what, args = "%q cannot be a name", []any{name}
	case !utf8.ValidString(name):
		what = "the title is not valid UTF-8"
	case strings.Contains(name, "/"):
		what = "a name cannot hold a slash (/)"
	case strings.ContainsFunc(name, unicode.IsControl):
		what = "a title cannot hold control characters"
	case len(name) > maxName:
		what, args = "the name has %d {byte|bytes}; %d {is|are} allowed (a Chinese character takes 3)", []any{len(name), maxName}
	case strings.TrimSpace(name) != name:
		what = "a title cannot begin or end with a space"
	default:
		return nil
	}
	return client.Errorf(client.KindInvalid, "name", s.Root(), what, args...).Hinted("1 to 255 bytes without slashes and control characters")
}
