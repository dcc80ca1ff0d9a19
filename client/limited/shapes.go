package limited

import (
	"aloft/client"
	"aloft/model"
)

// Whoever uses a source asks by type assertions what it can do, so a limited one must have
// the optional interfaces of the one behind it, and no others; of the disk it has those that read. There is a type for each kind of
// source; its test compares their methods.

// files, documents and local are what a person sees of a drive, of documents and of the disk.
type (
	files struct {
		*tree
		writes
		turns
		copies
		searches
		bin
		facts
		pages
		content
		downloads
		uploads
		shares
	}
	documents struct {
		*tree
		writes
		turns
		copies
		searches
		facts
		lasting
		texts
		transfers
	}
	local struct {
		*tree
		content
		machine
	}
)

var _ client.Sources = (*Person)(nil)

// For returns what the person sees of a source.
func (g *Person) For(p model.Place) (client.Source, error) {
	if err := g.see(opSee, p); err != nil {
		return nil, err
	}
	src, err := g.all.For(p)
	switch {
	case err != nil:
		return nil, err
	case p.Scheme.Local():
		src = client.Rooted(src, g.tops())
	case g.open(p.Scheme) && !g.rights.ReadOnly:
		return src, nil
	}
	return g.wrap(src), nil
}

// wrap limits a source. Of one of another make only the listings are shown.
func (g *Person) wrap(src client.Source) client.Source {
	t := &tree{g, src}
	switch src := src.(type) {
	case aDocuments:
		return &documents{t, writes{t, src}, turns{t}, copies{t, src}, searches{t}, facts{t, src}, lasting{t, src}, texts{t, src}, transfers{t, src}}
	case aDrive:
		return &files{t, writes{t, src}, turns{t}, copies{t, src}, searches{t}, bin{t, src}, facts{t, src}, pages{t, src}, content{t, src}, downloads{t, src}, uploads{t, src}, shares{t, src}}
	case aDisk:
		return &local{t, content{t, src}, machine{t, src}}
	}
	return t
}
