package doc

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// picture are the flags of a new image.
type picture struct {
	id            string
	width, height int
}

// image reads where an image comes from: a file of this machine or an id.
func (cs *Commands) image(c *cobra.Command, file string, p picture) (model.NewImage, error) {
	n := model.NewImage{ID: p.id, Width: p.width, Height: p.height}
	switch {
	case file != "" && p.id != "":
		return n, console.UsageErrorFor(c, "FILE and --image-id cannot be mixed")
	case file == "" && p.id == "":
		return n, console.UsageErrorFor(c, "FILE or --image-id is missing")
	case p.width < 0 || p.height < 0:
		return n, console.UsageErrorFor(c, "--width and --height are not negative")
	case p.id != "":
		return n, nil
	}
	at, err := cs.places.Place(file)
	if err != nil {
		return n, err
	}
	if at.Scheme != model.SchemeDisk {
		return n, console.UsageErrorFor(c, "%s is not on this machine; export it first", at.String())
	}
	n.File = at
	return n, nil
}

func (cs *Commands) imageCommand() *cobra.Command {
	var e editing
	var p picture
	c := &cobra.Command{
		Use: "image PLACE FILE --at WHERE", Short: cs.con.Say("insert an image of this machine"),
		Args: console.WantArgs(1, 2), ValidArgsFunction: cs.places.PlaceThenFiles(),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			w, err := e.where(c)
			if err != nil {
				return err
			}
			file := ""
			if len(args) > 1 {
				file = args[1]
			}
			img, err := cs.image(c, file, p)
			if err != nil {
				return err
			}
			return cs.edit(c, args[0], e, string(model.EditImage), chosen{
				EditAt: client.EditAt{Edit: model.Edit{Kind: model.EditImage, Image: img}, At: w},
			})
		}),
	}
	cs.imageFlags(c, &p)
	c.Flags().IntVar(&p.width, "width", 0, cs.con.Say("width in pixels (0 = as it is)"))
	c.Flags().IntVar(&p.height, "height", 0, cs.con.Say("height in pixels (0 = as it is)"))
	cs.atFlags(c, &e)
	return c
}

func (cs *Commands) imageFlags(c *cobra.Command, p *picture) {
	c.Flags().StringVar(&p.id, "image-id", "", cs.con.Say("an image that the service has already, by its id, instead of FILE"))
}
