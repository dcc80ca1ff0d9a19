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
	return &Error{KindStale, text.EngineStale, []any{base, d.Version}, text.EngineStaleHint}
}

// DecodeBase64 reads standard base64.
func DecodeBase64(s string) ([]byte, error) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil, &Error{Kind: KindBase64, What: text.EngineBase64, Hint: text.EngineBase64Hint}
	}
	return b, nil
}

// DecodeImage reads an image of at most limit bytes.
func DecodeImage(s string, limit int64) ([]byte, error) {
	large := &Error{KindLarge, text.EngineLarge, []any{limit}, text.EngineLargeHint}
	if int64(base64.StdEncoding.DecodedLen(len(s))) > limit+2 {
		return nil, large
	}
	b, err := DecodeBase64(s)
	switch {
	case err != nil:
		return nil, err
	case int64(len(b)) > limit:
		return nil, large
	case len(b) == 0:
		return nil, &Error{Kind: KindImageGroup, What: text.EngineNoNewImage}
	}
	return b, nil
}

// OneImage refuses content and image id together, and neither.
func OneImage(content, id string) error {
	switch {
	case content != "" && id != "":
		return &Error{Kind: KindBothImages, What: text.EngineBothImages}
	case content == "" && id == "":
		return &Error{Kind: KindImageGroup, What: text.EngineNoNewImage}
	}
	return nil
}

// ImageGroups refuses a replacement of an image without one of its three groups
// ("doc.replace_image" in the specification of the doc tools).
func ImageGroups(idx bool, oldURL, oldAttachment, content, id string) error {
	switch {
	case !idx:
		return &Error{Kind: KindImageGroup, What: text.EngineNoIndex}
	case oldURL == "" && oldAttachment == "":
		return &Error{Kind: KindImageGroup, What: text.EngineNoOldImage}
	}
	return OneImage(content, id)
}
