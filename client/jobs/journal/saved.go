package journal

import (
	"encoding/json"
	"fmt"

	"aloft/model"
)

// SavedVersion is the version of the files that plans are saved in.
const SavedVersion = 1

type savedFile struct {
	Version int             `json:"aloft_plan"`
	Plan    json.RawMessage `json:"plan"`
}

// EncodeSaved encodes a plan for a file of its own. full is the name of an account, also
// of the current one.
func EncodeSaved(p *model.Plan, full func(account string) string) ([]byte, error) {
	b, err := EncodePlan(p, full)
	if err == nil {
		b, err = json.Marshal(savedFile{SavedVersion, b})
	}
	return append(b, '\n'), err
}

// DecodeSaved decodes what EncodeSaved has written; near is the account as the places of
// this process have it. Whether it is a plan at all is checked when it is planned again.
func DecodeSaved(b []byte, near func(account string) string) (*model.Plan, error) {
	var f savedFile
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, err
	}
	if f.Version != SavedVersion {
		return nil, fmt.Errorf("version %d", f.Version)
	}
	return DecodePlan(f.Plan, near)
}
