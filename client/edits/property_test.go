package edits

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// Random requests of several edits: each is made at the text that it names, edits
// at one place are in the order of the request, nothing else changes.
func TestManyEditsProperty(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for round := range 30 {
		var words []string
		var md strings.Builder
		for i := range 12 {
			w := fmt.Sprintf("anchor%c", 'A'+i)
			words = append(words, w)
			switch i % 4 {
			case 0:
				fmt.Fprintf(&md, "# Head%c\n\n%s ", 'A'+i, w)
			case 3:
				fmt.Fprintf(&md, "%s\n\n", w)
			default:
				fmt.Fprintf(&md, "%s 😀漢 ", w)
			}
		}
		b := newBench(t, md.String())
		b.f.noText = round%2 == 0
		before, after, word := map[string]string{}, map[string]string{}, map[string]string{}
		var req []client.EditAt
		yes := true
		for n := range 1 + r.IntN(10) {
			w := words[r.IntN(len(words))]
			s := fmt.Sprintf("<%d>", n)
			switch r.IntN(5) {
			case 0:
				before[w] += s
				req = append(req, b.at("match:"+w, insert(s)))
			case 1, 2:
				after[w] += s
				req = append(req, b.at("after:"+w, insert(s)))
			case 3:
				if word[w] == "" {
					word[w] = s
					req = append(req, client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: w, Text: s}})
				}
			default:
				if word[w] == "" {
					word[w] = w
					req = append(req, client.EditAt{Edit: model.Edit{Kind: model.EditFormat, Old: w, Props: model.TextProps{Underline: &yes}}})
				}
			}
		}
		if len(req) == 0 {
			continue
		}
		want := b.f.markdown()
		for _, w := range words {
			now := word[w]
			if now == "" {
				now = w
			}
			want = strings.Replace(want, w, before[w]+now+after[w], 1)
		}
		if res := b.do(req...); len(res.Missing) > 0 {
			t.Fatalf("%+v", res)
		}
		got := strings.NewReplacer("\\", "", "<u>", "", "</u>", "").Replace(b.f.markdown())
		if got != want {
			t.Fatalf("%+v:\n%s\nwant\n%s", req, got, want)
		}
	}
}
