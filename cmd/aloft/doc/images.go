package doc

import (
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

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

// imagesCommand lists images with the numbers that replace-image takes. Of an
// address only the part that names the image is shown: the rest is a signature.
func (cs *Commands) imagesCommand() console.Command {
	return cs.reading(console.Command{Use: "images PLACE", Short: "list the images", JSON: []any{jsonImages{}}}, func(in console.Call, d document, version int64) error {
		got, err := d.editor.Images(cs.session.Context(), d.ref, version, readNow)
		if err = d.shown(version, got.Version, err); err != nil {
			return err
		}
		j := jsonImages{d.head(got.Version), []jsonImage{}}
		var rows [][]string
		for i, m := range got.All {
			url, _, _ := strings.Cut(m.URL, "?")
			j.Images = append(j.Images, jsonImage{i + 1, m.Position, url, m.Attachment})
			rows = append(rows, []string{console.Itoa(int64(i + 1)), console.Itoa(m.Position), cs.con.Text(url + m.Attachment)})
		}
		return cs.con.Show(in.Format, j, "the document has no images", rows, true, true, false)
	})
}

// imageFile parses the source of an image: a file of this machine or an id.
func (cs *Commands) imageFile(in console.Call, file, id string) (model.Place, error) {
	switch {
	case file != "" && id != "":
		return model.Place{}, in.Usage(text.CliMixed, "FILE", "--image-id")
	case file == "" && id == "":
		return model.Place{}, in.Usage("FILE or --image-id is missing")
	case id != "":
		return model.Place{}, nil
	}
	at, err := cs.places.Place(file)
	if err == nil && at.Scheme != model.SchemeDisk {
		err = in.Usage("%s is not on this machine; export it first", at.String())
	}
	return at, err
}

// oldImage looks up the image to be replaced. Its number is valid in one version,
// which becomes the base.
func (cs *Commands) oldImage(arg string, n int, base *int64, x model.Edit) (chosen, model.Place, error) {
	d, err := cs.document(arg)
	if err != nil {
		return chosen{}, d.place, err
	}
	got, err := d.editor.Images(cs.session.Context(), d.ref, *base, readNow)
	if err != nil {
		return chosen{}, d.place, err
	}
	if n > len(got.All) {
		return chosen{}, d.place, client.Errorf(client.KindNotFound, "edit", d.place, "there is no image %d; the document has %d", n, len(got.All)).
			Hinted(text.CliHintImages, d.place.String())
	}
	*base = got.Version
	old := got.All[n-1]
	x.OldImage = &old
	return chosen{EditAt: client.EditAt{Edit: x, At: model.Where{Kind: model.WhereIndex, Index: old.Position}}}, d.place, nil
}
