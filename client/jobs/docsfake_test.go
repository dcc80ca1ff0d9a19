package jobs

import (
	"context"
	"fmt"
	"io"
	"strings"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/disk"
	"aloft/model"
)

func newDocs() *memdoc.Service {
	s := memdoc.NewService()
	s.Account = "t"
	return s
}

// docSources finds the two trees and the disk.
type docSources struct{ c *memdoc.Service }

func (s docSources) For(p model.Place) (client.Source, error) {
	switch p.Scheme {
	case model.SchemeDocs:
		return s.c.Home(), nil
	case model.SchemeSpace:
		return s.c.Spaces(), nil
	}
	return disk.New(), nil
}
func (s docSources) Accounts() []string { return []string{"t"} }

func docAt(path string) model.Place {
	scheme, rest, _ := strings.Cut(path, ":/")
	p := model.Place{Account: "t", Scheme: model.Scheme(scheme)}
	if scheme == "disk" {
		p.Account = ""
	}
	for _, n := range strings.Split(rest, "/") {
		if n != "" {
			name, id, _ := strings.Cut(n, `\#`)
			p = p.JoinPin(name, id)
		}
	}
	return p
}

func docsAt(paths ...string) []model.Place {
	var out []model.Place
	for _, p := range paths {
		out = append(out, docAt(p))
	}
	return out
}

// fmtConvert stands in for a conversion on this machine.
func fmtConvert(_ context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) ([]model.Sentence, error) {
	b, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	if err == nil {
		_, err = fmt.Fprintf(w, "%s of %s", format, b)
	}
	return []model.Sentence{model.Say("%s", "converted "+name)}, err
}
