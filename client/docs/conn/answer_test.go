package conn

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"aloft/client/gate"
	"aloft/client/lenient"
)

// bookish is what a long answer is decoded into.
type bookish struct {
	Version int    `json:"version"`
	Trace   string `json:"trace_id"`
	Content string `json:"content"`
}

func (b *bookish) Big(key string, size int, s *lenient.Stream) error {
	if key != "content" {
		return s.Skip()
	}
	var out strings.Builder
	if err := s.Text(&out); err != nil {
		return err
	}
	b.Content = out.String()
	if size < len(b.Content) {
		return fmt.Errorf("%d bytes are announced for %d", size, len(b.Content))
	}
	return nil
}

func TestLongAnswers(t *testing.T) {
	book := strings.Repeat("Zeile \"eins\"\\\n\t😀 ", 20_000)
	quote := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	payload := `{"content":` + quote(book) + `,"trace_id":"t1","version":7,"other":[` + strings.Repeat("1,", 40_000) + `1]}`
	text := `{"content":[{"type":"image"},{"text":"no object","type":"text"},{"type":"text","text":` + quote(payload) + `}],"isError":false}`
	both := `{"content":[],"structuredContent":` + payload + `}`
	message := func(id, result string) string { return `{"jsonrpc":"2.0","id":` + id + `,"result":` + result + `}` }
	most := func(s string) string { return s[:len(s)*9/10] }
	pad := strings.Repeat("x", 1_000)
	note := "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":\"" + pad + "\"}\n\n"
	failed := `{"jsonrpc":"2.0","id":5,"error":{"code":-32603,"message":` + quote(book) + `}}`
	for name, c := range map[string]struct {
		body   string
		stream bool
		found  bool
	}{
		"text":                   {body: message("5", text), found: true},
		"structured":             {body: message(`"5"`, both), found: true},
		"a stream":               {body: note + "data: " + message("5", text) + "\r\n\r\n", stream: true, found: true},
		"a stream that ends":     {body: "data:" + message("5", text), stream: true, found: true},
		"many messages before":   {body: strings.Repeat(note, 600) + ": hold\n\ndata: " + message("5", both) + "\n\n" + note, stream: true, found: true},
		"in lines":               {body: note + "data: " + strings.ReplaceAll(message("5", both), ",", ",\ndata: ") + "\n\n", stream: true, found: true},
		"of another call":        {body: message("6", text)},
		"an error":               {body: failed},
		"an error of the tool":   {body: message("5", strings.Replace(text, "false", "true", 1))},
		"cut off":                {body: most(message("5", text))},
		"cut in the stream":      {body: "data: " + most(message("5", both)), stream: true},
		"something behind":       {body: message("5", text) + "x"},
		"no object in it":        {body: message("5", `{"content":[{"type":"text","text":`+quote(book)+`}]}`)},
		"a list of messages":     {body: "[" + message("5", text) + "]"},
		"an error in the stream": {body: "data: " + failed + "\n\n", stream: true},
	} {
		for _, piece := range []int{1 << 30, 32 << 10, 4_099} {
			dir := t.TempDir()
			a := &answer{id: json.RawMessage("5"), stream: c.stream, spool: func() (*gate.Spool, error) {
				f, err := os.CreateTemp(dir, "answer-*")
				return &gate.Spool{File: f}, err
			}}
			for rest := []byte(c.body); len(rest) > 0 && !a.Enough(); {
				n := min(piece, len(rest))
				if m, err := a.Write(rest[:n]); err != nil || m != n {
					t.Fatalf("%s: %d, %v", name, m, err)
				}
				rest = rest[n:]
			}
			body, found, err := a.end()
			if err != nil || (found != nil) != c.found {
				t.Fatalf("%s in pieces of %d: %v, %v", name, piece, found != nil, err)
			}
			if found == nil {
				if want, _ := findAnswer([]byte(c.body), c.stream, a.id); want.Error != nil {
					if m, ok := findAnswer(body, c.stream, a.id); !ok || len(m.Error) != len(want.Error) {
						t.Errorf("%s in pieces of %d: the error is lost", name, piece)
					}
				}
			} else {
				r := Reply{Payload: found.small, long: found}
				var got bookish
				if err := r.into(&got); err != nil || got.Content != book || got.Version != 7 || got.Trace != "t1" || len(found.small) > 100 {
					t.Errorf("%s in pieces of %d: %d bytes of %d, %d, %q, %v", name, piece, len(got.Content), len(book), got.Version, got.Trace, err)
				}
				found.close()
			}
			if left, _ := os.ReadDir(dir); len(left) != 0 {
				t.Errorf("%s: %v is left", name, left)
			}
		}
	}
}
