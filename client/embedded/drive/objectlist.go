package drive

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// listed is a part that a completion names.
type listed struct {
	Number int    `xml:"PartNumber"`
	ETag   string `xml:"ETag"`
}

var errList = errors.New("no list of parts")

// parseList reads the list of parts of a completion.
func parseList(r io.Reader) ([]listed, error) {
	var body struct {
		XMLName xml.Name `xml:"CompleteMultipartUpload"`
		Parts   []listed `xml:"Part"`
	}
	d := xml.NewDecoder(r)
	if err := d.Decode(&body); err != nil {
		return nil, errList
	}
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		text, isText := t.(xml.CharData)
		if err != nil || !isText || strings.TrimSpace(string(text)) != "" {
			return nil, errList
		}
	}
	if len(body.Parts) == 0 || len(body.Parts) > maxPart {
		return nil, errList
	}
	for i, p := range body.Parts {
		if p.Number < 1 || p.Number > maxPart || i > 0 && p.Number <= body.Parts[i-1].Number {
			return nil, errList
		}
		body.Parts[i].ETag = strings.ToLower(strings.Trim(strings.TrimSpace(p.ETag), `"`))
	}
	return body.Parts, nil
}
