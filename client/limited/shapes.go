package limited

import (
	"aloft/client"
	"aloft/model"
)

// Whoever uses a source asks by type assertions what it can do, so a limited one must have
// the optional interfaces of what the screen is handed, and no others; of the disk it has those of what is rooted. There is a
// type for each kind of source; its test compares their methods.

// files, documents and local are what a person sees of a drive, of documents and of the disk.
type (
	files struct {
		account
		content
		driveWords
		of aDrive
	}
	documents struct {
		account
		documentWords
		of aDocuments
	}
	local struct {
		*tree
		content
		of aDisk
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
		return &documents{account{t, src}, src, src}
	case aDrive:
		return &files{account{t, src}, content{t, src}, src, src}
	case aDisk:
		return &local{t, content{t, src}, src}
	}
	return t
}
