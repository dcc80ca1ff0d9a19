package docs

import (
	"cmp"
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func bad(what text.Text, args ...any) *model.EditFault {
	return &model.EditFault{What: what, Args: args}
}

// checkRanges: there are some, and each holds something.
func checkRanges(e model.Edit) *model.EditFault {
	if len(e.Ranges) == 0 {
		return bad("there is no range to change. Nothing was sent.")
	}
	for _, r := range inOrder(e.Ranges) {
		if r.Begin < 0 || r.Begin >= r.End {
			return bad(text.DocsEditRange, r.Begin, r.End)
		}
	}
	return nil
}

// checkApart: ranges that are replaced do not overlap.
func checkApart(e model.Edit) *model.EditFault {
	if f := checkRanges(e); f != nil {
		return f
	}
	sorted := inOrder(e.Ranges)
	for i := 1; i < len(sorted); i++ {
		if a, b := sorted[i-1], sorted[i]; b.Begin < a.End {
			return bad("the ranges %d to %d and %d to %d overlap. Nothing was sent.", a.Begin, a.End, b.Begin, b.End)
		}
	}
	return nil
}

// checkRange: newer generations take a comment's range without anything in it
// (facts/documents.md "doc.*").
func checkRange(e model.Edit) *model.EditFault {
	switch rs := e.Ranges; {
	case len(rs) != 1:
		return bad("a comment needs one range, not %d. Nothing was sent.", len(rs))
	case rs[0].Begin < 0 || rs[0].Begin > rs[0].End:
		return bad(text.DocsEditRange, rs[0].Begin, rs[0].End)
	}
	return nil
}

// checkImage: exactly one of the bytes and the id.
func checkImage(e model.Edit) *model.EditFault {
	switch i := e.Image; {
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
	return checkImage(e)
}

// oldURL is the address without its query, with which the service's comparison
// would fail.
func oldURL(i *model.DocImage) string {
	u, _, _ := strings.Cut(i.URL, "?")
	return u
}

func inOrder(rs []model.Range) []model.Range {
	return slices.SortedFunc(slices.Values(rs), func(a, b model.Range) int { return cmp.Compare(a.Begin, b.Begin) })
}
