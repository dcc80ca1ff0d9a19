package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"aloft/model/text"
)

// Sentence is a message with its arguments. It is stored as such, and said in the language of whoever reads it.
// Sentences are equal when they say the same; the zero value says nothing.
type Sentence struct {
	Text text.Text
	args string // a list in JSON, "" = none
}

// Say makes a sentence. An argument is a number, a Sentence, a text.Text, or what it prints.
func Say(t text.Text, args ...any) Sentence {
	s := Sentence{Text: t}
	if len(args) == 0 {
		return s
	}
	list := Each(args, storable)
	data, err := json.Marshal(list)
	if err != nil {
		panic(err) // storable gives only what JSON takes
	}
	s.args = string(data)
	return s
}

// said is a sentence in JSON. One without arguments, which is no argument itself, is a string.
type said struct {
	Text text.Text       `json:"text"`
	Args json.RawMessage `json:"args,omitempty"`
}

// storable is an argument as a type that JSON gives back.
func storable(a any) any {
	switch a := a.(type) {
	case string, bool:
		return a
	case text.Text:
		return said{Text: a}
	case Sentence:
		return said{a.Text, json.RawMessage(a.args)}
	case interface{ Sentence() Sentence }: // an error of the clients
		return storable(a.Sentence())
	case error:
		return a.Error()
	case fmt.Stringer:
		return a.String()
	}
	switch v := reflect.ValueOf(a); {
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return v.Uint()
	case v.Kind() == reflect.String:
		return v.String()
	}
	return fmt.Sprint(a)
}

// IsZero reports whether there is nothing to say.
func (s Sentence) IsZero() bool { return s == Sentence{} }

// Names reports whether an argument, or one of a sentence in it, is one of these names.
func (s Sentence) Names(names ...string) bool {
	return slices.ContainsFunc(s.list(), func(a any) bool {
		switch a := a.(type) {
		case string:
			return slices.Contains(names, a)
		case Sentence:
			return a.Names(names...)
		}
		return false
	})
}

// Hint splits an error's sentence: what went wrong, and what to do, if it says it.
func (s Sentence) Hint() (what, hint Sentence) {
	if list := s.list(); s.Text == text.ErrHint && len(list) == 2 {
		what, _ = list[0].(Sentence)
		hint, _ = list[1].(Sentence)
		return what, hint
	}
	return s, Sentence{}
}

// Bounded is the sentence, cut in English when it has more bytes than that.
func (s Sentence) Bounded(most int) Sentence {
	if len(s.Text)+len(s.args) <= most {
		return s
	}
	return Say("%s", FirstBytes(s.String(), most))
}

// Map is the sentence with f applied to each text among its arguments.
func (s Sentence) Map(f func(string) string) Sentence {
	list := s.list()
	for i, a := range list {
		switch a := a.(type) {
		case string:
			list[i] = f(a)
		case Sentence:
			list[i] = a.Map(f)
		}
	}
	return Say(s.Text, list...)
}

// In is the sentence in the language of the catalogue, as one clean line.
func (s Sentence) In(c *text.Catalogue) string {
	return Clean(c.Say(s.Text, s.list()...))
}

// list is the arguments: texts, numbers and sentences. What cannot be read is left out.
func (s Sentence) list() []any {
	if s.args == "" {
		return nil
	}
	var stored []json.RawMessage
	_ = json.Unmarshal([]byte(s.args), &stored)
	list := make([]any, len(stored))
	for i, raw := range stored {
		var inner Sentence
		var n int64
		switch {
		case bytes.HasPrefix(raw, []byte("{")) && json.Unmarshal(raw, &inner) == nil:
			list[i] = inner
		case json.Unmarshal(raw, &n) == nil:
			list[i] = n
		default:
			_ = json.Unmarshal(raw, &list[i])
		}
	}
	return list
}

// String is the sentence in English.
func (s Sentence) String() string { return s.In(nil) }

// Error is the sentence in English: as an error, it is said in the language of the reader, too.
func (s Sentence) Error() string { return s.String() }

// Joined is several sentences as one.
func Joined(list []Sentence) Sentence {
	var out Sentence
	for i, s := range list {
		if i == 0 {
			out = s
		} else {
			out = Say("%s; %s", out, s)
		}
	}
	return out
}

// English is sentences for a script.
func English(list []Sentence) []string {
	return Each(list, Sentence.String)
}

// MarshalJSON implements json.Marshaler.
func (s Sentence) MarshalJSON() ([]byte, error) {
	if s.args == "" {
		return json.Marshal(string(s.Text))
	}
	return json.Marshal(said{s.Text, json.RawMessage(s.args)})
}

// UnmarshalJSON implements json.Unmarshaler. A string is a sentence without arguments, as older versions stored it.
func (s *Sentence) UnmarshalJSON(data []byte) error {
	var from said
	into := any(&from.Text)
	if bytes.HasPrefix(data, []byte("{")) {
		into = &from
	}
	if err := json.Unmarshal(data, into); err != nil {
		return err
	}
	*s = Sentence{from.Text, string(from.Args)}
	return nil
}

// words say what the program's own words mean: states, kinds, actions, results. In English, and in JSON, they are
// themselves, since scripts and the guide know them.
var words = map[string]text.Text{
	// states of jobs, items, deliveries, the receiver, accounts, checks
	"waiting": "waiting", "running": "running", "paused": "paused", "needs-login": "needs login", "interrupted": "interrupted",
	"done": "done", "failed": "failed", "cancelled": "cancelled", "planned": "planned", "intent": "being sent", "unknown": "unknown",
	"skipped": "skipped", "missing": "not there", "conflict": "conflict", "partly": "partly done",
	"refused": "refused", "ignored": "ignored", "duplicate": "repeated", "asking": text.HookPaneStateAsking, "timeout": "timeout",
	"stopped": "stopped", "denied": "denied", "busy": "busy", "cut": "cut off",
	"off": "off", "up": "listening", "other": "other", "taken": "taken", "open": "open to all",
	"signed-in": "signed in", "embedded": "embedded", "ok": "fine", "warning": "warning",
	"right": "valid", "wrong": "wrong", "unchecked": "not checked", // of a signature
	// what a delivery does, and what is said about it
	"prompt": "prompt", "exec": "command", "notice": "notice", "outcome": "outcome", "reply": "reply",
	// kinds of entries
	"folder": "folder", "file": "file", "doc": "document", "sheet": "spreadsheet", "slide": "slides", "form": "form", "mind": "mind map",
	"flowchart": "flowchart", "smartcanvas": "smart document", "smartsheet": "smart sheet", "space": "space", "link": "link",
	// actions on entries and documents
	"mkdir": "make", "rename": "rename", "move": "move", "delete": "delete", "recover": "recover", "purge": "delete for good", "new": "make",
	"copy": "copy", "share": "permission", "attributes": "mode or time", "import": "import", "export": "export", "upload": "upload", "download": "download",
	"transfer": "copy", "move-across": "move",
	"text": "text", "paragraph": "paragraph", "replace": "replace", "replace-all": "replace all", "format": "format", "task": "task",
	"image": "image", "page-break": "page break", "table": "table", "comment": "comment", "replace-image": "replace image",
	"markdown": "Markdown", "revert": "undo", "revisions": "tracked changes", "resolve": "resolve",
	// differences, and what entries are compared by
	"kind": "kind", "size": "size", "time": "time", "checksum": "checksum",
	"added": "added", "gone": "deleted", "changed": text.InfoModified, "moved": "moved", "renamed": "renamed",
	// choices of settings
	"default": "default", "auto": "automatic", "none": "none", "thin": "thin", "full": "on all sides", "on": "on", "always": "always",
	"drop": "dropped", "queue": "queued", "latest": "only the latest waits", "parallel": "at the same time", "failures": "failures only", "all": "all",
	"receiver": "the receiver", "free": "never ended", "ask": "asks first", "accepted": "at once",
}

// Term is such a word as a part of a sentence.
func Term[S ~string](s S) text.Text {
	if t := words[string(s)]; t != "" {
		return t
	}
	return text.Text(s)
}

// Word is one of the program's own words in the language of a reader.
func Word[S ~string](c *text.Catalogue, s S) string {
	raw := string(s)
	if t := words[raw]; t != "" {
		if said := c.Say(t); said != string(t) {
			return said
		}
	}
	return raw
}
