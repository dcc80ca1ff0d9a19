package doc

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

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
