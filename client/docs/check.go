package docs

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// maxTitle is the longest new title in code points ("Limits" in the document specification).
const maxTitle = 36

// CheckName refuses invalid titles; for a rename no limit of length is stated.
func (v *reader) CheckName(title string) error {
	what := text.Text("")
	var args []any
	switch {
	case title == "":
		what = "a name cannot be empty"
	case title == "." || title == "..":
		what, args = "%q cannot be a title", []any{title}
	case !utf8.ValidString(title):
		what = text.DocsTitleUTF8
	case strings.ContainsFunc(title, unicode.IsControl):
		what = "a title cannot hold control characters"
	case strings.TrimSpace(title) != title:
		what = "a title cannot begin or end with a space"
	default:
		return nil
	}
	return client.Errorf(client.KindInvalid, "name", v.Root(), what, args...).Hinted(text.DocsTitleHint)
}

// CheckTitle refuses titles of new and copied entries.
func (v *reader) CheckTitle(title string) error {
	if err := v.CheckName(title); err != nil {
		return err
	}
	if n := utf8.RuneCountInString(title); n > maxTitle {
		return client.Errorf(client.KindInvalid, "name", v.Root(), "the title has %d {character|characters}; the document service accepts %d", n, maxTitle).
			Hinted(text.DocsTitleHint)
	}
	return nil
}

// at adds operation and place to an error of a check.
func at(err error, op string, p model.Place) error {
	if e, ok := errors.AsType[*client.Error](err); ok {
		e.Op, e.Place = op, p
	}
	return err
}

// entry checks that a Ref is an entry that can be changed.
func (v *view) entry(op string, r model.Ref) error {
	switch {
	case v.s.mine(r.Place) != nil:
		return client.Errorf(client.KindInvalid, op, r.Place, text.DocsOtherSource, r.Place.Base())
	case r.Place.IsRoot():
		return client.Errorf(client.KindInvalid, op, r.Place, "the root of a source cannot be changed")
	case r.ID == "":
		return client.Errorf(client.KindInvalid, op, r.Place, text.DocsNoID, r.Place.Base())
	}
	return nil
}

// page checks that a Ref is something inside the home or a space.
func (v *view) page(op string, r model.Ref) error {
	if err := v.entry(op, r); err != nil {
		return err
	}
	if isSpace(r) {
		return client.Errorf(client.KindInvalid, op, r.Place, "%q is a space: its pages can be moved or deleted, the space itself cannot", r.Place.Base())
	}
	return nil
}

func isHome(r model.Ref) bool { return r.Place.IsRoot() && r.Place.Scheme == model.SchemeDocs }

func isSpace(r model.Ref) bool { return r.Space != "" && r.ID == r.Space }

func isList(r model.Ref) bool { return r.Place.IsRoot() && r.Place.Scheme == model.SchemeSpace }

// target checks that a Ref can hold entries.
func (v *view) target(op string, to model.Ref) error {
	switch {
	case v.s.mine(to.Place) != nil:
		return client.Errorf(client.KindInvalid, op, to.Place, text.DocsOtherSource, to.Place.Base())
	case isHome(to):
		return nil
	case isList(to):
		return client.Errorf(client.KindInvalid, op, to.Place, text.DocsSpacesOnly)
	case to.ID == "":
		return client.Errorf(client.KindInvalid, op, to.Place, text.DocsNoID, to.Place.Base())
	case to.Space == "" && to.Kind != model.KindFolder:
		return client.Errorf(client.KindInvalid, op, to.Place, text.DocsNotFolder, to.Place.String())
	}
	return nil
}

// one returns the only item of a batch.
func (v *view) one(op string, items []model.Ref) (model.Ref, error) {
	if len(items) != 1 {
		return model.Ref{}, client.Errorf(client.KindInvalid, op, v.Root(), text.BadCall, "docs", "several entries")
	}
	return items[0], v.page(op, items[0])
}

// parentNode is a page's id as a parent: a space itself is "".
func parentNode(r model.Ref) string {
	if r.ID == r.Space {
		return ""
	}
	return r.ID
}
