package edits

import (
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// Each step of a suggestion is one, the plan says whose; a comment is made; what cannot be
// one, and a service that cannot, are refused before anything is sent.
func TestSuggest(t *testing.T) {
	b := newBench(t, "# Doc\n\n# Empty\n\n# Full\n\nSome words.\n")
	plan := func(e model.Edit, at string) (*model.EditPlan, error) {
		if at == "" {
			return b.plan(client.EditAt{Edit: e})
		}
		return b.plan(b.at(at, e))
	}
	b.f.noText = true
	words := model.Edit{Kind: model.EditText, Text: "More & more_words.", Suggest: "Ann\x1b"}
	if _, err := plan(words, "heading:Empty"); !client.Is(err, client.KindUnsupported) {
		t.Error(err)
	}
	b.f.Suggests = true
	p, err := plan(words, "heading:Empty")
	if err != nil || len(p.Steps) != 2 || p.Steps[0].Edit.Suggest != words.Suggest || p.Steps[1].Edit.Suggest != words.Suggest {
		t.Fatalf("%+v, %v", p, err)
	}
	if said := strings.Join(model.English(p.Notes), "\n"); strings.Count(said, "suggestion by Ann") != 1 || strings.Contains(said, "\x1b") {
		t.Errorf("%q", said)
	} else if strings.Count(said, "The service decides") != 1 { // this one cannot be asked
		t.Errorf("%q", said)
	}
	if p, err = b.e.Plan(t.Context(), client.EditRequest{Item: fakePlace(), Edits: []client.EditAt{b.at("heading:Empty", words)}, Unseen: true}); err != nil || strings.Contains(strings.Join(model.English(p.Notes), "\n"), "decides") {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err = plan(model.Edit{Kind: model.EditComment, Old: "Some", Text: "Why?", Suggest: "Ann"}, ""); err != nil || p.Steps[0].Edit.Suggest != "" {
		t.Errorf("%+v, %v", p, err)
	}
	for _, e := range []model.Edit{{Kind: model.EditRevisions, Suggest: "Ann"}, {Kind: model.EditRevert, Version: 2, Suggest: "Ann"}, {Kind: model.EditPageBreak, Suggest: "two\nlines"}, {Kind: model.EditPageBreak, Suggest: strings.Repeat("a", 256)}} {
		if _, err := plan(e, "end"); !client.Is(err, client.KindInvalid) {
			t.Errorf("%s: %v", e.Kind, err)
		}
	}
}
