package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"aloft/model/text"

	"github.com/spf13/cobra"
)

// Format is the output format of a command.
type Format struct {
	JSON, JSONL bool
}

// FormatFlags defines --json, and --jsonl where a command prints a stream. The shapes are of the objects that it prints.
func (con *Console) FormatFlags(c *cobra.Command, f *Format, lines bool, shapes ...any) {
	con.Prints(c, shapes...)
	c.Flags().BoolVar(&f.JSON, "json", false, con.Say("print JSON"))
	if lines {
		c.Flags().BoolVar(&f.JSONL, "jsonl", false, con.Say("print one JSON object per line as results come"))
	}
}

// Prints remembers the shapes of the objects that a command prints, for the manual.
func (con *Console) Prints(c *cobra.Command, shapes ...any) {
	con.shapes[c] = append(con.shapes[c], shapes...)
}

// Keys are the JSON keys of what a command prints, a line for each shape: name, entries (name, size).
func (con *Console) Keys(c *cobra.Command) []string {
	var out []string
	for _, v := range con.shapes[c] {
		keys := keysOf(reflect.TypeOf(v))
		if object, ok := v.(func() *Object); ok {
			keys = object().keys
		}
		out = append(out, strings.Join(keys, ", "))
	}
	return out
}

// keysOf are the keys of a struct. One that is inside of itself has no keys there.
func keysOf(t reflect.Type, inside ...reflect.Type) []string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || slices.Contains(inside, t) {
		return nil
	}
	inside = append(inside, t)
	var out []string
	for f := range t.Fields() {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && key == "":
			out = append(out, keysOf(f.Type, inside...)...)
		case key != "" && key != "-":
			out = append(out, withKeys(key, keysOf(f.Type, inside...)))
		}
	}
	return out
}

func withKeys(key string, within []string) string {
	if len(within) == 0 {
		return key
	}
	return key + " (" + strings.Join(within, ", ") + ")"
}

// Encode prints one JSON document on a line of its own. Names are data, so nothing
// in them is cleaned or escaped for HTML; for a terminal, what would act on it is
// escaped, with the same meaning.
func (con *Console) Encode(v any) error {
	b, err := Document(v, con.OutIsTerminal())
	if err == nil {
		_, err = con.Writer.Write(b)
	}
	if err != nil {
		return con.OutputFailed(err)
	}
	return nil
}

// List prints a list: as one JSON document, as one for each, or as line prints it.
func List[T, J any](con *Console, f Format, all []T, toJSON func(T) J, line func(T) error) error {
	list := []J{}
	for _, v := range all {
		var err error
		switch {
		case f.JSON:
			list = append(list, toJSON(v))
		case f.JSONL:
			err = con.Encode(toJSON(v))
		default:
			err = line(v)
		}
		if err != nil {
			return err
		}
	}
	if f.JSON {
		return con.Encode(list)
	}
	return nil
}

// Document is a JSON document on a line of its own; shown: without what would act on a terminal.
func Document(v any, shown bool) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	if err == nil && shown {
		return text.EscapeJSON(b.Bytes()), nil
	}
	return b.Bytes(), err
}

// Object is a JSON object whose keys come in the order in which they were added.
type Object struct {
	b    bytes.Buffer
	keys []string
	err  error
}

// Add adds a key and its value.
func (o *Object) Add(key string, v any) {
	if o.b.Len() == 0 {
		o.b.WriteByte('{')
	} else {
		o.b.WriteByte(',')
	}
	o.keys = append(o.keys, withKeys(key, keysOf(reflect.TypeOf(v))))
	b, err := Document(v, false)
	fmt.Fprintf(&o.b, "%q:%s", key, bytes.TrimSpace(b))
	o.err = errors.Join(o.err, err)
}

// AddText adds a text that there is.
func (o *Object) AddText(key, v string) {
	if v != "" {
		o.Add(key, v)
	}
}

// MarshalJSON is the whole object.
func (o *Object) MarshalJSON() ([]byte, error) { return append(o.b.Bytes(), '}'), o.err }

// Stamp is a time in JSON, "" for none.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}
