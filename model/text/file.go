package text

import (
	"encoding/json"
	"fmt"
	"strings"
)

// file is a file of languages.
type file struct {
	Plural   []string // the forms in {a|b}, in their order
	List     string   // what stands between the words of a list
	Messages map[Text]Text
	Later    []Text // messages that nobody has translated yet: they are said in English
}

// parse reads a file. At each start there are thousands of messages to read, and
// package json takes as long for them as for all the rest of the start.
func parse(data string) (f file, err error) {
	s := scanner{rest: data}
	f.Messages = make(map[Text]Text, strings.Count(data, "\n"))
	s.object(func(name string) {
		switch name {
		case "plural":
			s.list(func(w string) { f.Plural = append(f.Plural, w) })
		case "later":
			s.list(func(w string) { f.Later = append(f.Later, Text(w)) })
		case "list":
			f.List = s.string()
		case "messages":
			s.object(func(english string) { f.Messages[Text(english)] = Text(s.string()) })
		default:
			s.fail()
		}
	})
	if s.space(); s.rest != "" {
		s.fail()
	}
	if s.failed {
		return file{}, fmt.Errorf("not the JSON of a language at %q", s.rest[:min(len(s.rest), 40)])
	}
	return f, nil
}

// scanner reads JSON of objects, lists and strings. After a failure it reads nothing.
type scanner struct {
	rest   string
	failed bool
}

func (s *scanner) fail() { s.failed = true }

func (s *scanner) space() { s.rest = strings.TrimLeft(s.rest, " \t\r\n") }

// take reads a sign, if it is the next one.
func (s *scanner) take(sign byte) bool {
	s.space()
	if s.failed || s.rest == "" || s.rest[0] != sign {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

func (s *scanner) want(sign byte) {
	if !s.take(sign) {
		s.fail()
	}
}

// several reads what stands between two signs, with commas between.
func (s *scanner) several(open, shut byte, each func()) {
	s.want(open)
	if s.take(shut) {
		return
	}
	for more := true; more && !s.failed; more = s.take(',') {
		each()
	}
	s.want(shut)
}

func (s *scanner) object(each func(name string)) {
	s.several('{', '}', func() {
		name := s.string()
		s.want(':')
		if !s.failed {
			each(name)
		}
	})
}

func (s *scanner) list(each func(word string)) {
	s.several('[', ']', func() { each(s.string()) })
}

// string reads a string. One without an escape shares the memory of the file.
func (s *scanner) string() (out string) {
	s.want('"')
	end := strings.IndexAny(s.rest, "\"\\")
	if s.failed || end < 0 {
		s.fail()
		return ""
	}
	if s.rest[end] == '"' {
		out, s.rest = s.rest[:end], s.rest[end+1:]
		return out
	}
	for end < len(s.rest) && s.rest[end] != '"' {
		if s.rest[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(s.rest) || json.Unmarshal([]byte(`"`+s.rest[:end+1]), &out) != nil {
		s.fail()
		return ""
	}
	s.rest = s.rest[end+1:]
	return out
}
