package kit

import "aloft/model"

// IDTail is the end of an id after the marker of ids, enough to distinguish a few
// entries of one name.
func IDTail(id string) string {
	r := []rune(model.Clean(id))
	return "#" + string(r[max(0, len(r)-4):])
}
