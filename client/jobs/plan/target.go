package plan

import (
	"context"
	"strconv"
	"unicode/utf8"

	"aloft/client"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// reach says why the folder cannot be the target.
func (p *planner) reach(to model.Place) error {
	if err := notASpace(p.r.Op, to); err != nil {
		return err
	}
	err := client.Reach(p.Src, p.r.Op, to)
	if ce, ok := err.(*client.Error); ok && ce.What == text.NoAcross {
		return client.Errorf(client.KindUnsupported, string(p.r.Op), to, "all items of one job must be in one source; %s is in another one", to.String())
	}
	return err
}

// notASpace refuses the list of spaces as a target: a space that is made by the way cannot be
// taken back.
func notASpace(op model.Op, to model.Place) error {
	if to.Scheme != model.SchemeSpace || !to.IsRoot() {
		return nil
	}
	return client.Errorf(client.KindInvalid, string(op), to, text.DocsSpacesOnly).Hinted("aloft new space space:NAME makes one")
}

// target lists the folder that the items go to.
func (p *planner) target(ctx context.Context, to model.Place) (*verify.Folder, error) {
	return p.targetIn(ctx, &p.Lister, to)
}

func (p *planner) targetIn(ctx context.Context, l *verify.Lister, to model.Place) (*verify.Folder, error) {
	op := string(p.r.Op)
	f, err := l.Folder(ctx, to)
	if client.Is(err, client.KindNotFound) {
		return nil, client.Errorf(client.KindNotFound, op, to, text.JobsNotFound, to.String()).Hinted(text.JobsTargetHint).Caused(err)
	}
	if err == nil && !f.Complete {
		return nil, client.Errorf(client.KindUnsupported, op, to, text.JobsIncomplete, to.String())
	}
	return f, err
}

// title decides the name of an item in a folder: taken are the names there, those
// of earlier items included. A name must also be free in the folder from, which is
// nil when the item is not renamed there.
func (p *planner) title(ctx context.Context, it *model.Item, title string, taken *verify.Held, from *verify.Folder) error {
	entry := model.Entry{Name: title, Kind: it.Kind, Size: it.Print.Size}
	other, clash := taken.Find(title)
	if !clash {
		taken.Add(entry)
		return nil
	}
	switch at := it.Target; {
	case replaces(ctx, p, it, &other):
		it.NewName = title
		return setAside(p, ctx, at, &other)
	case p.r.Rule.Merges() && it.Kind.Container() && other.Kind.Container() && !at.Scheme.Documents():
		return errMerge
	}
	it.Taken = &other
	wish := *it
	wish.Name = title
	it.Free = p.number(&wish, func(name string) bool {
		return taken.Taken(name) || from != nil && from.Taken(name)
	})
	if err := p.decide(ctx, it); err != nil {
		return err
	}
	if it.Free != "" {
		// Reserved for it, whatever is decided.
		entry.Name = it.Free
		taken.Add(entry)
		if from != nil {
			from.Promise(it.Free)
		}
	}
	return nil
}

// maxNumbers bounds the search for a free name.
const maxNumbers = 10_000

// number returns the first free name of the form "name (1).ext", "" when there is
// none. A base that leaves no room for the number is shortened.
func (p *planner) number(it *model.Item, taken func(string) bool) string {
	ext := ""
	if !it.Kind.Container() {
		ext = model.Extension(it.Name)
	}
	base := it.Name[:len(it.Name)-len(ext)]
	for n := 1; n < maxNumbers; n++ {
		if name, ok := p.fitting(base, " ("+strconv.Itoa(n)+")"+ext); ok && !taken(name) {
			return name
		}
	}
	return ""
}

// fitting joins the parts, and shortens the first until the service accepts the
// name.
func (p *planner) fitting(base, rest string) (string, bool) {
	for {
		if p.check(base+rest) == nil {
			return base + rest, true
		}
		_, n := utf8.DecodeLastRuneInString(base)
		if base = base[:len(base)-n]; base == "" {
			return "", false
		}
	}
}
