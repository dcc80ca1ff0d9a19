package doc

import (
	"strings"

	"aloft/cmd/aloft/console"
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
