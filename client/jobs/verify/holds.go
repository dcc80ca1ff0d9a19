package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"aloft/model"
)

// Holds is a digest of all that the entry at a place holds, at any depth, "" = nothing. Where ids never change
// they tell entries apart; list lists a folder.
func Holds(at model.Place, e *model.Entry, steady bool, list func(model.Place) ([]model.Entry, error)) (string, error) {
	var all []string
	var add func(at model.Place, e *model.Entry) error
	add = func(at model.Place, e *model.Entry) error {
		if !e.Enterable() {
			return nil
		}
		es, err := list(at)
		for i := range es {
			in, id := at.Join(es[i].Name), ""
			if steady {
				in, id = at.JoinPin(es[i].Name, es[i].ID), es[i].ID
			}
			f := es[i].Fingerprint()
			if f.Kind.Container() {
				f.Size, f.Modified = 0, 0
			}
			all = append(all, fmt.Sprintf("%s\x00%s\x00%v", in, id, f))
			if err == nil {
				err = add(in, &es[i])
			}
		}
		return err
	}
	if err := add(at, e); err != nil || len(all) == 0 {
		return "", err
	}
	slices.Sort(all)
	sum := sha256.Sum256([]byte(fmt.Sprint(all)))
	return hex.EncodeToString(sum[:16]), nil
}
