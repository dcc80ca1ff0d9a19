package browse

import (
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) cpCommand() console.Command {
	return cs.run.Row(write.Audit|write.Follow|write.Many|write.Plan|write.Replace|write.Target, console.Command{
		Use: "cp SRC… DST", Short: "copy documents and files", Long: `Copies files, documents and folders with their content from any place to any
other. Nothing is overwritten. If DST is a folder, the entries go into it; else
the one entry gets the name DST. Within a drive, and between docs: and space:,
the service copies. Within a disk a copy keeps times, mode and attributes, and
links stay links; elsewhere links are left out. -L copies what a named link
points to. In docs: and space: files become documents, as with aloft import;
elsewhere documents become files, as with aloft export. Entries that cannot
become files are listed. Between two services or accounts the bytes pass
through a private folder on this machine. Only you can see a copy of a document
until you share it.`,
		Flags: []console.Flag{formatFlag()},
	}, func(in console.Call, w write.Flags) error {
		items, dst, err := cs.fromTo(in, in.Args, w)
		if err != nil {
			return err
		}
		return cs.copyTo(in, items, dst, client.Request{Rule: w.Rule, Format: in.Text("format")}, w, "")
	})
}

// copyTo copies as people expect: into dst when it is a folder, else one thing
// under the name dst. The kind of copy depends on the two sources; only restricts
// it to one kind.
func (cs *Commands) copyTo(in console.Call, items []model.Place, dst string, r client.Request, w write.Flags, only model.Op) error {
	to, target, err := cs.target(dst)
	if err != nil {
		return err
	}
	var names map[string]string
	if w.Follow {
		if names, err = follow(items); err != nil {
			return err
		}
	}
	if err := noRoot(in, items...); err != nil {
		return err
	}
	for i, p := range items {
		from, err := cs.sources.For(p)
		if err != nil {
			return err
		}
		if only == model.OpImport && to.Scheme == model.SchemeDisk {
			return in.Usage("%s is on this machine; import needs a target in docs:, space: or drive:", to.String())
		}
		op, err := client.Route(from, target)
		if err != nil {
			return err
		}
		if i > 0 && op != r.Op {
			return in.Usage("these sources cannot be copied in one command")
		}
		r.Op = op
	}
	if made := len(items) > 0 && items[0].Scheme.Documents() && !to.Scheme.Documents(); r.Format != model.FormatNative && !made {
		return in.Usage("--format is for saving documents on a disk")
	}
	request := func(group []model.Place) client.Request {
		r := r
		r.Items, r.Target, r.Partial = group, to, true
		if len(names) > 0 {
			r.NewNames = make([]string, len(group))
			for i, p := range group {
				if r.NewNames[i] = names[p.String()]; r.Op == model.OpImport { // a title
					r.NewNames[i] = strings.TrimSuffix(r.NewNames[i], model.Extension(r.NewNames[i]))
				}
			}
		}
		return r
	}
	folder, err := cs.isFolder(target, to)
	// A page cannot be copied into itself by naming it twice; that means a copy to the same name, which is taken.
	itself := len(items) == 1 && items[0].Equal(to)
	if err == nil && folder && !itself {
		return cs.run.Each(items, w, request)
	}
	if err == nil && (!r.Rule.Replaces() || len(items) > 1) {
		return client.Errorf(client.KindConflict, string(r.Op), to, text.CliMvFile, to.String()).Hinted(text.CliHintMvFile)
	}
	if err != nil && !client.Is(err, client.KindNotFound) || w.Target != "" || len(items) > 1 || strings.HasSuffix(dst, "/") || to.IsLoose() {
		return err
	}
	return cs.copyAs(target, items[0], to, r, w)
}

// copyAs copies one thing to the place `to`, where nothing is yet.
func (cs *Commands) copyAs(target client.Source, p, to model.Place, r client.Request, w write.Flags) error {
	if err := target.CheckName(to.Base()); err != nil {
		return err
	}
	if m, ok := target.(client.Creator); ok && r.Op == model.OpCopy {
		if err := m.CheckTitle(to.Base()); err != nil {
			return err
		}
	}
	if folder, err := cs.isFolder(target, to.Parent()); err != nil {
		return err
	} else if !folder {
		return client.Errorf(client.KindNotFound, string(r.Op), to.Parent(), text.CliMvNoFolder, to.Parent().String())
	}
	if r.Format == model.FormatNative {
		r.Format = formatOf(p, to)
	}
	r.Items, r.Target, r.NewNames = []model.Place{p}, to.Parent(), []string{to.Base()}
	return cs.run.Run(r, w)
}

// formatOf is the format that the extension of a file chooses for a document.
func formatOf(p, to model.Place) string {
	ext := strings.TrimPrefix(model.Extension(to.Base()), ".")
	if p.Scheme.Documents() && !to.Scheme.Documents() && (ext == model.FormatMarkdown || ext == model.FormatText || ext == model.FormatPDF) {
		return ext
	}
	return model.FormatNative
}
