package doc

import (
	"strconv"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) replaceImageCommand() *cobra.Command {
	var e editing
	var p picture
	c := &cobra.Command{
		Use: "replace-image PLACE N FILE", Short: cs.con.Say("put another image in the place of image N of aloft doc images"),
		Args: console.WantArgs(2, 3), ValidArgsFunction: cs.places.PlaceThenFiles(),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			n, err := strconv.Atoi(args[1])
			if err != nil || n < 1 {
				bad := client.Errorf(client.KindInvalid, "usage", model.Place{}, "%q is no number of an image", args[1])
				bad.Hint, bad.HintArgs = text.CliHintImages, []any{args[0]}
				return console.Exit(console.ExitUsage, bad)
			}
			file := ""
			if len(args) > 2 {
				file = args[2]
			}
			img, err := cs.image(c, file, p)
			if err != nil {
				return err
			}
			x, at, err := cs.oldImage(args[0], n, &e.base, model.Edit{Kind: model.EditReplaceImage, Image: img})
			if err != nil {
				return cs.noEdit(at, e, string(model.EditReplaceImage), err)
			}
			return cs.edit(c, args[0], e, string(model.EditReplaceImage), x)
		}),
	}
	cs.imageFlags(c, &p)
	cs.editFlags(c, &e)
	return c
}

// oldImage looks the image up that is to be replaced. Its number is true of one
// version, which becomes the base.
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
		e := client.Errorf(client.KindNotFound, "edit", d.place, "there is no image %d; the document has %d", n, len(got.All))
		e.Hint, e.HintArgs = text.CliHintImages, []any{d.place.String()}
		return chosen{}, d.place, e
	}
	*base = got.Version
	old := got.All[n-1]
	x.OldImage = &old
	return chosen{EditAt: client.EditAt{Edit: x, At: model.Where{Kind: model.WhereIndex, Index: old.Position}}}, d.place, nil
}
