package docs

import (
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func bad(what text.Text, args ...any) *model.EditFault {
	return &model.EditFault{What: what, Args: args}
}

// checkEdit says why the service would refuse an edit, or would make something
// else of it than is meant; nil = it is sound as far as can be seen from here.
func checkEdit(e model.Edit) *model.EditFault {
	if e.At < 0 {
		return bad("%d is no position in a document. Nothing was sent.", e.At)
	}
	if f := e.Check(); f != nil {
		return f
	}
	switch e.Kind {
	case model.EditReplace:
		return checkRanges(e.Ranges, true)
	case model.EditFormat:
		return checkRanges(e.Ranges, false)
	case model.EditImage:
		return checkImage(e.Image)
	case model.EditComment:
		return checkRange(e.Ranges)
	case model.EditReplaceImage:
		return checkOldImage(e)
	}
	return nil
}

// checkRanges: each holds something, and where they are replaced they do not
// overlap.
func checkRanges(rs []model.Range, apart bool) *model.EditFault {
	if len(rs) == 0 {
		return bad("there is no range to change. Nothing was sent.")
	}
	sorted := inOrder(rs)
	for i, r := range sorted {
		switch {
		case r.Begin < 0 || r.Begin >= r.End:
			return bad(text.DocsEditRange, r.Begin, r.End)
		case apart && i > 0 && r.Begin < sorted[i-1].End:
			return bad("the ranges %d to %d and %d to %d overlap. Nothing was sent.", sorted[i-1].Begin, sorted[i-1].End, r.Begin, r.End)
		}
	}
	return nil
}

// checkRange: newer generations take a comment's range without anything in it
// (facts/documents.md "doc.*").
func checkRange(rs []model.Range) *model.EditFault {
	switch {
	case len(rs) != 1:
		return bad("a comment needs one range, not %d. Nothing was sent.", len(rs))
	case rs[0].Begin < 0 || rs[0].Begin > rs[0].End:
		return bad(text.DocsEditRange, rs[0].Begin, rs[0].End)
	}
	return nil
}

// checkImage: exactly one of the bytes and the id.
func checkImage(i model.NewImage) *model.EditFault {
	switch {
	case (len(i.Data) == 0) == (i.ID == ""):
		return bad("an image comes as its bytes or as the id of an upload, one of both. Nothing was sent.")
	case len(i.Data) > client.MaxImage:
		return bad(text.DocsImageLarge, len(i.Data), client.MaxImage)
	case len(i.Data) > 0 && client.ImageType(i.Data) == "":
		return bad(text.DocsImageKind, client.ImageTypes)
	}
	return nil
}

// checkOldImage: all three groups of arguments must be there ("doc.replace_image"
// in the specification of the doc tools).
func checkOldImage(e model.Edit) *model.EditFault {
	old := e.OldImage
	switch {
	case old == nil, (oldURL(old) == "") == (old.Attachment == ""):
		return bad("the image to replace must be known by its address or its attachment, one of both. Nothing was sent.")
	case e.At != old.Position:
		return bad("the image to replace is at %d, not at %d. Nothing was sent.", old.Position, e.At)
	}
	return checkImage(e.Image)
}

// oldURL is the address without its query, with which the service's comparison
// would fail.
func oldURL(i *model.DocImage) string {
	u, _, _ := strings.Cut(i.URL, "?")
	return u
}
