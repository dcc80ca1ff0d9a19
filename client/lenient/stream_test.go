package lenient

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

// What a Stream reads is what encoding/json reads, however the bytes arrive.
func FuzzStream(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e3,true,null,"x\"\\\/\b\f\n\r\té😀\ud83dz\udc00"],"b":{},"c":[]}`, ` [ ] `, `"\u00"`, `{"a":1,}`, `[1 2]`, `{"a" 1}`, `"`, `{`, `tru`, `01`,
		strings.Repeat("[", 1_005), `"` + strings.Repeat("ü", 70_000) + `"`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, s := range []*Stream{NewStream(bytes.NewReader(in)), NewStream(iotest.OneByteReader(bytes.NewReader(in)))} {
			raw, err := s.Raw(len(in) + 1)
			if err != nil || !s.End() {
				if err == nil {
					err = errStream
				}
				if json.Valid(in) {
					t.Fatalf("%q is valid: %v", in, err)
				}
				continue
			}
			if !json.Valid(in) {
				continue // its parts are checked by whoever decodes them
			}
			var a, b any
			if json.Unmarshal(in, &a) != nil || json.Unmarshal(raw, &b) != nil {
				t.Fatalf("%q was copied as %q", in, raw)
			}
			x, _ := json.Marshal(a)
			if y, _ := json.Marshal(b); !bytes.Equal(x, y) {
				t.Fatalf("%q was copied as %q", in, raw)
			}
			if want, ok := a.(string); ok {
				var got strings.Builder
				if err := NewStream(iotest.HalfReader(bytes.NewReader(in))).Text(&got); err != nil || strings.ToValidUTF8(got.String(), "\ufffd") != strings.ToValidUTF8(want, "\ufffd") && json.Valid([]byte(want)) {
					t.Fatalf("%q means %q, not %q, %v", in, want, got.String(), err)
				}
			}
		}
	})
}

func TestStreamWalks(t *testing.T) {
	s := NewStream(strings.NewReader(`{"list":[{"n":1},{"n":2}],"skipped":{"list":[3]},"text":"a\nb","end":"x"}`))
	var got []string
	var text strings.Builder
	err := s.Object(func(key string) error {
		switch key {
		case "list":
			return s.Array(func() error {
				raw, err := s.Raw(10)
				got = append(got, string(raw))
				return err
			})
		case "text":
			return s.Text(&text)
		}
		return s.Skip()
	})
	if err != nil || strings.Join(got, " ") != `{"n":1} {"n":2}` || text.String() != "a\nb" || !s.End() {
		t.Errorf("%q, %q, %v", got, text.String(), err)
	}
	if _, err := NewStream(strings.NewReader(`"0123456789"`)).Raw(5); !errors.Is(err, ErrLong) {
		t.Errorf("a value that is too long: %v", err)
	}
}
