package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"aloft/client/office/word"
)

// memory stores pictures by their bytes.
type memory struct{ all map[string]word.Bytes }

func (m *memory) Key(b word.Bytes) (string, error) {
	rc, err := b.Open()
	if err != nil {
		return "", err
	}
	defer rc.Close()
	data, err := io.ReadAll(rc)
	if m.all == nil {
		m.all = map[string]word.Bytes{}
	}
	m.all[fmt.Sprintf("%x", data)] = b
	return fmt.Sprintf("%x", data), err
}

func (m *memory) Bytes(key string, _ int64) (word.Bytes, error) {
	if b := m.all[key]; b != nil {
		return b, nil
	}
	return nil, errors.New("no such picture")
}

func encoded(t testing.TB, d *word.Document) []byte {
	t.Helper()
	b, err := encode(d, &memory{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A document of every kind is decoded as it was encoded, byte for byte.
func TestStoredDocuments(t *testing.T) {
	for seed := range uint64(200) {
		r := roll(seed)
		d := r.document(8)
		for range 10 {
			if n, err := Do(d, first(r.edit(d)), Extra{Picture: r.picture(), Remark: Remark{ID: r.unique(), Author: "“A”"}}); err == nil {
				d = n
			}
		}
		if seed%2 == 0 {
			d = must(t)(InsertMarkdown(d, LastPosition(d).Position, []byte("a[^1]\n\n[^1]: b"), nil))
		}
		var store memory
		b, err := encode(d, &store)
		if err != nil {
			t.Fatal(err)
		}
		if seed%2 == 0 && (!strings.Contains(string(b), `"p":{"e":`) || !strings.Contains(string(b), `"f":{"e":`)) {
			t.Fatalf("seed %d: no footnote in %s", seed, b)
		}
		back, err := DecodeDocument([]string{string(b)}, &store)
		if err != nil {
			t.Fatal(err)
		}
		if show(back) != show(d) || back.Version != d.Version || back.Len() != d.Len() || fmt.Sprint(back.Comments()) != fmt.Sprint(d.Comments()) {
			t.Fatalf("seed %d:\n%s\n%s", seed, show(d), show(back))
		}
		twice, err := encode(back, &store)
		if err != nil || string(twice) != string(b) {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, b, twice)
		}
	}
}

// Wherever a document is cut into parts, it is the same one.
func TestStoredInParts(t *testing.T) {
	for seed := range uint64(40) {
		r := roll(seed)
		d := r.document(6)
		if n, err := Do(d, first(r.edit(d)), Extra{Picture: r.picture(), Remark: Remark{ID: r.unique(), Author: "“A”"}}); err == nil {
			d = n
		}
		d = word.NewDocument(int64(12+seed), d.Blocks(), d.Comments())
		d.Base = "base"
		var store memory
		b, err := encode(d, &store)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{1, 2, 3, 7, 64, len(b) - 1} {
			var parts []string
			for part := range slices.Chunk(b, size) {
				parts = append(parts, string(part))
			}
			back, err := DecodeDocument(parts, &store)
			if err != nil {
				t.Fatalf("seed %d, parts of %d: %v", seed, size, err)
			}
			if again := first(encode(back, &store)); string(again) != string(b) {
				t.Fatalf("seed %d, parts of %d:\n%s\n%s", seed, size, b, again)
			}
		}
	}
}

func first[A, B any](a A, _ B) A { return a }

func TestStoredDamage(t *testing.T) {
	for _, s := range []string{
		"", "null", "[]", "{}", `{"form":4,"b":[]}`, `{"form":1,"b":[{"i":[{"k":99}]}]}`, `{"form":1,"b":[{"i":[{"k":1}]}]}`,
		`{"form":1,"b":[{"x":{"k":7}}]}`, `{"form":1,"c":[{"id":"a","at":"x"}]}`, `{"form":1,"b":[{"f":{"k":-1}}]}`, `{"form":1}x`,
		`{"form":1,"b":[{"r":` + strings.Repeat(`[[[{"r":`, 400) + `[]` + strings.Repeat(`}]]]`, 400) + `}]}`,
	} {
		if _, err := DecodeDocument([]string{s}, &memory{}); kindOf(err) != KindStored {
			t.Errorf("%.60s: %v", s, err)
		}
	}
	if _, err := DecodeDocument([]string{`{"form":1,"b":[{"i":[{"k":1,"g":{"k":"gone"}}]}]}`}, &memory{}); err == nil {
		t.Error("a picture that is gone")
	}
	d := doc(body("a"), body("b"))
	for _, c := range []Change{
		{Splices: []word.Splice{{At: 3}}}, {Splices: []word.Splice{{At: -1}}}, {Splices: []word.Splice{{At: 1, Del: 2}}}, {Splices: []word.Splice{{Del: -1}}},
		{Splices: []word.Splice{{At: 1, Del: 1}, {At: 1, Del: 1}}}, {Comments: &CommentSplice{At: 1}}, {Comments: &CommentSplice{Del: 1}},
		{Splices: []word.Splice{{At: 1, Del: 1 << 62}, {At: 1 << 62}}},
	} {
		if _, err := Apply(d, c); kindOf(err) != KindStored {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Whatever is decoded as a document is a valid one.
func FuzzStored(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(encoded(f, roll(seed).document(8)))
	}
	f.Add([]byte(`{"form":1,"v":3,"s":[{"at":1,"del":1,"b":[{"t":"x"}]}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		store := &memory{all: map[string]word.Bytes{"00": word.Held("x")}}
		base := doc(body("a"), body("b"))
		if c, err := DecodeChange(b, store); err == nil {
			if n, err := Apply(base, c); err == nil {
				sound(t, n)
			}
		}
		if d, err := DecodeDocument([]string{string(b)}, store); err == nil {
			sound(t, d)
		}
	})
}

func sound(t *testing.T, d *word.Document) {
	counts(t, d)
	tiles(t, d)
	nests(t, d)
	ends(t, roll(1), d)
	Images(d, nil)
	Comments(d)
	LastPosition(d)
	if _, err := InsertTable(d, int64(d.Len()-1), 1, 1); err != nil {
		t.Error(err)
	}
}

// A change all over the document is a list of small splices, not one large.
func TestDiff(t *testing.T) {
	var in []word.Block
	for i := range 100 {
		in = append(in, body([]string{"hit", "miss"}[i%2]))
	}
	d := doc(in...)
	n, hits, err := FindAndReplace(d, "hit", "x")
	if err != nil || hits != 50 {
		t.Fatal(hits, err)
	}
	c := Diff(d, n)
	kept := 0
	for _, s := range c.Splices {
		kept += len(s.Blocks)
	}
	if len(c.Splices) != 50 || kept != 50 || c.Comments != nil {
		t.Errorf("%d splices with %d blocks", len(c.Splices), kept)
	}
	two := d.Splice(2, []word.Splice{{At: 10, Blocks: []word.Block{body("x")}}, {At: 50, Blocks: []word.Block{body("y")}}, {At: 60, Del: 1}}, nil)
	if c := Diff(d, two); len(c.Splices) != 3 || c.Splices[0].Del+c.Splices[1].Del != 0 || len(c.Splices[2].Blocks) != 0 {
		t.Errorf("%+v", c.Splices)
	}
	if c := Diff(d, d); c.Splices != nil || c.Comments != nil {
		t.Error("the same document has no splices")
	}
	gone := word.NewDocument(2, slicesOf(in, 10, 20, 30, 31, 32), nil)
	m, err := Apply(d, Diff(d, gone))
	if err != nil || show(m) != show(gone) {
		t.Error(err)
	}
}

// slicesOf leaves out blocks.
func slicesOf(in []word.Block, not ...int) []word.Block {
	var out []word.Block
	for i, b := range in {
		leave := false
		for _, n := range not {
			leave = leave || n == i
		}
		if !leave {
			out = append(out, b)
		}
	}
	return out
}

func encode(d *word.Document, p Pictures) ([]byte, error) {
	var b bytes.Buffer
	err := EncodeDocument(&b, d, p)
	return b.Bytes(), err
}
