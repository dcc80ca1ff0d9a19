package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// picture are the flags of a new image.
type picture struct {
	id            string
	width, height int
}

// image reads where an image comes from: a file of this machine or an id.
func (a *app) image(c *cobra.Command, file string, p picture) (model.NewImage, error) {
	n := model.NewImage{ID: p.id, Width: p.width, Height: p.height}
	switch {
	case file != "" && p.id != "":
		return n, usageErrorFor(c, "FILE and --image-id cannot be mixed")
	case file == "" && p.id == "":
		return n, usageErrorFor(c, "FILE or --image-id is missing")
	case p.width < 0 || p.height < 0:
		return n, usageErrorFor(c, "--width and --height are not negative")
	case p.id != "":
		return n, nil
	}
	at, err := a.place(file)
	if err != nil {
		return n, err
	}
	if at.Scheme != model.SchemeDisk {
		return n, usageErrorFor(c, "%s is not on this machine; export it first", at.String())
	}
	n.File = at
	return n, nil
}

func (a *app) docImageCommand() *cobra.Command {
	var e editing
	var p picture
	c := &cobra.Command{
		Use: "image PLACE FILE --at WHERE", Short: a.cat.Say("insert an image of this machine"),
		Args: wantArgs(1, 2), ValidArgsFunction: a.placeThenFiles(),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			w, err := e.where(c)
			if err != nil {
				return err
			}
			file := ""
			if len(args) > 1 {
				file = args[1]
			}
			img, err := a.image(c, file, p)
			if err != nil {
				return err
			}
			return a.edit(c, args[0], e, string(model.EditImage), chosen{
				EditAt: client.EditAt{Edit: model.Edit{Kind: model.EditImage, Image: img}, At: w},
			})
		}),
	}
	a.imageFlags(c, &p)
	c.Flags().IntVar(&p.width, "width", 0, a.cat.Say("width in pixels (0 = as it is)"))
	c.Flags().IntVar(&p.height, "height", 0, a.cat.Say("height in pixels (0 = as it is)"))
	a.atFlags(c, &e)
	return c
}

func (a *app) imageFlags(c *cobra.Command, p *picture) {
	c.Flags().StringVar(&p.id, "image-id", "", a.cat.Say("an image that the service has already, by its id, instead of FILE"))
}

func (a *app) docReplaceImageCommand() *cobra.Command {
	var e editing
	var p picture
	c := &cobra.Command{
		Use: "replace-image PLACE N FILE", Short: a.cat.Say("put another image in the place of image N of aloft doc images"),
		Args: wantArgs(2, 3), ValidArgsFunction: a.placeThenFiles(),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			n, err := strconv.Atoi(args[1])
			if err != nil || n < 1 {
				bad := client.Errorf(client.KindInvalid, "usage", model.Place{}, "%q is no number of an image", args[1])
				bad.Hint, bad.HintArgs = text.CliHintImages, []any{args[0]}
				return &exitError{exitUsage, bad}
			}
			file := ""
			if len(args) > 2 {
				file = args[2]
			}
			img, err := a.image(c, file, p)
			if err != nil {
				return err
			}
			x, at, err := a.oldImage(args[0], n, &e.base, model.Edit{Kind: model.EditReplaceImage, Image: img})
			if err != nil {
				return a.noEdit(at, e, string(model.EditReplaceImage), err)
			}
			return a.edit(c, args[0], e, string(model.EditReplaceImage), x)
		}),
	}
	a.imageFlags(c, &p)
	a.editFlags(c, &e)
	return c
}

// oldImage looks the image up that is to be replaced. Its number is true of one
// version, which becomes the base.
func (a *app) oldImage(arg string, n int, base *int64, x model.Edit) (chosen, model.Place, error) {
	d, err := a.document(arg)
	if err != nil {
		return chosen{}, d.place, err
	}
	got, err := d.editor.Images(a.ctx(), d.ref, *base, readNow)
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
