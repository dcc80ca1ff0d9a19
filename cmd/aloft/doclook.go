package main

import (
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// readNow: a person waits for what is read.
var readNow = client.Options{Class: client.Interactive}

type jsonMatches struct {
	head
	Text    string      `json:"text"`
	Matches []jsonMatch `json:"matches"`
}

type jsonMatch struct {
	N       int    `json:"n"`
	Begin   int64  `json:"begin"`
	End     int64  `json:"end"`
	Context string `json:"context"`
}

func toMatches(all []model.Match) []jsonMatch {
	out := []jsonMatch{}
	for i, m := range all {
		out = append(out, jsonMatch{i + 1, m.Range.Begin, m.Range.End, m.Context})
	}
	return out
}

// docFindCommand finds text; none is exit 6, as for everything that is not there.
func (a *app) docFindCommand() *cobra.Command {
	var f format
	var version int64
	c := &cobra.Command{
		Use: "find PLACE TEXT", Short: a.cat.Say("find text, with positions and what stands around it"), Long: a.cat.Say(`Exact in every letter, within one paragraph at a time. The matches are numbered as
--pick of the other commands counts them.`), Args: wantArgs(2, 2),
		ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if err := checkVersion(c, "version", version); err != nil {
				return err
			}
			if args[1] == "" {
				return usageErrorFor(c, text.CliSearchEmpty)
			}
			d, err := a.document(args[0])
			if err != nil {
				return err
			}
			m, err := d.editor.Find(a.ctx(), d.ref, args[1], version, readNow)
			if err = d.shown(version, m.Version, err); err != nil {
				return oldVersion(version, err)
			}
			if f.json {
				err = a.encode(jsonMatches{d.head(m.Version), args[1], toMatches(m.All)})
			} else {
				err = a.table(matchRows(m), true, true, false)
			}
			if err == nil && len(m.All) == 0 {
				return a.noMatch(d, args[1], version)
			}
			return err
		}),
	}
	a.versionFlag(c, &version)
	a.formatFlags(c, &f, false)
	return c
}

// matchRows are matches with the numbers that --pick takes.
func matchRows(m model.Matches) [][]string {
	var rows [][]string
	for i, x := range m.All {
		rows = append(rows, []string{itoa(int64(i + 1)), rangeText(x.Range), model.Clean(x.Context)})
	}
	return rows
}

func (a *app) docPosCommand() *cobra.Command {
	type jsonPos struct {
		head
		Position  int64  `json:"position"`
		Preceding string `json:"preceding_text"`
	}
	return a.reading("pos PLACE", "where the body of the document ends", "", func(_ *cobra.Command, d document, f format, version int64) error {
		p, err := d.editor.LastPosition(a.ctx(), d.ref, version, readNow)
		if err = d.shown(version, p.Version, err); err != nil {
			return err
		}
		if f.json {
			return a.encode(jsonPos{d.head(p.Version), p.Position, p.Preceding})
		}
		return a.line(a.cat.Say("position %d, after %q, version %d", p.Position, model.Clean(p.Preceding), p.Version))
	})
}

// docImagesCommand lists images with the numbers that replace-image takes. Of an
// address only what names the image is shown: the rest is a signature.
func (a *app) docImagesCommand() *cobra.Command {
	type jsonImage struct {
		N          int    `json:"n"`
		Position   int64  `json:"position"`
		URL        string `json:"image_url,omitempty"`
		Attachment string `json:"attachment_id,omitempty"`
	}
	type jsonImages struct {
		head
		Images []jsonImage `json:"images"`
	}
	return a.reading("images PLACE", "list the images, numbered as aloft doc replace-image counts them", "", func(_ *cobra.Command, d document, f format, version int64) error {
		got, err := d.editor.Images(a.ctx(), d.ref, version, readNow)
		if err = d.shown(version, got.Version, err); err != nil {
			return err
		}
		j := jsonImages{d.head(got.Version), []jsonImage{}}
		var rows [][]string
		for i, m := range got.All {
			url, _, _ := strings.Cut(m.URL, "?")
			j.Images = append(j.Images, jsonImage{i + 1, m.Position, url, m.Attachment})
			rows = append(rows, []string{itoa(int64(i + 1)), itoa(m.Position), a.text(url + m.Attachment)})
		}
		switch {
		case f.json:
			return a.encode(j)
		case len(rows) == 0:
			a.warnLine(a.cat.Say("the document has no images"))
			return nil
		}
		return a.table(rows, true, true, false)
	})
}

func (a *app) docCommentsCommand() *cobra.Command {
	type jsonComment struct {
		ID     string `json:"id"`
		Parent string `json:"ref_id,omitempty"`
		Begin  int64  `json:"begin"`
		End    int64  `json:"end"`
		Author string `json:"author,omitempty"`
		Date   string `json:"date,omitempty"`
		Text   string `json:"text"`
	}
	type jsonComments struct {
		head
		Comments []jsonComment `json:"comments"`
	}
	return a.reading("comments PLACE", "list the comments with their ids; replies stand under what they answer", "", func(_ *cobra.Command, d document, f format, version int64) error {
		got, err := d.editor.Comments(a.ctx(), d.ref, version, readNow)
		if err = d.shown(version, got.Version, err); err != nil {
			return err
		}
		j := jsonComments{d.head(got.Version), []jsonComment{}}
		var rows [][]string
		for _, m := range got.All {
			j.Comments = append(j.Comments, jsonComment{m.ID, m.Parent, m.Range.Begin, m.Range.End, m.Author, m.Date, m.Text})
			indent := ""
			if m.Parent != "" {
				indent = "  "
			}
			rows = append(rows, []string{model.Clean(m.ID), rangeText(m.Range), model.Clean(m.Author), model.Clean(m.Date), indent + a.text(m.Text)})
		}
		switch {
		case f.json:
			return a.encode(j)
		case len(rows) == 0:
			a.warnLine(a.cat.Say("the document has no comments"))
			return nil
		}
		return a.table(rows, false, true, false, false, false)
	})
}

// noMatch says why nothing matched, as far as the text of the document tells.
func (a *app) noMatch(d document, want string, version int64) error {
	e := client.Errorf(client.KindNotFound, "find", d.place, "%q does not occur in the document", want)
	e.Hint = "every letter counts, also large and small ones, and no match goes over the end of a paragraph"
	if got, err := d.editor.Content(a.ctx(), d.ref, version, readNow); err == nil {
		if other := otherCase(got.Markdown, want); other != "" {
			e.What, e.Args, e.Hint = "%q does not occur in the document, but %q does: the case counts", []any{want, other}, ""
		}
	}
	return e
}

// otherCase finds the words in another case.
func otherCase(in, want string) string {
	words := []rune(want)
	for line := range strings.SplitSeq(in, "\n") {
		l := []rune(line)
		for i := 0; i+len(words) <= len(l); i++ {
			if got := string(l[i : i+len(words)]); strings.EqualFold(got, want) {
				return got
			}
		}
	}
	return ""
}
