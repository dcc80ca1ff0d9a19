package engine

import (
	"encoding/base64"

	"aloft/client/office/word"
	"aloft/model/text"
)

// CheckBase refuses a base that is not the newest version; 0 and latest mean the
// newest ("version_info" in the specification of the doc tools).
func CheckBase(d *word.Document, base int64, latest bool) error {
	if latest || base == 0 || base == d.Version {
		return nil
	}
	return &Error{KindStale, "version %d is not the newest one, which is %d", []any{base, d.Version}, "read the document again"}
}

// DecodeBase64 decodes standard base64.
func DecodeBase64(s string) ([]byte, error) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil, &Error{Kind: KindBase64, What: "this is not base64", Hint: "standard base64 with padding"}
	}
	return b, nil
}

// OneImage refuses content and image id together, and neither.
func OneImage(content, id bool) error {
	switch {
	case content && id:
		return &Error{Kind: KindBothImages, What: "the image is given twice, by content and by image id"}
	case !content && !id:
		return &Error{Kind: KindImageGroup, What: text.EngineNoNewImage}
	}
	return nil
}

// ImageGroups refuses a replacement of an image that lacks one of its three groups
// ("doc.replace_image" in the specification of the doc tools), or gives one twice.
func ImageGroups(idx, oldURL, oldAttachment, id, content bool) error {
	switch {
	case !idx:
		return &Error{Kind: KindImageGroup, What: "the position of the old image is missing"}
	case !oldURL && !oldAttachment:
		return &Error{Kind: KindImageGroup, What: text.EngineNoOldImage}
	case oldURL && oldAttachment:
		return &Error{Kind: KindBothImages, What: text.EngineTwoOldImages}
	}
	return OneImage(content, id)
}
