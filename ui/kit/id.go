package kit

import "aloft/model"

// IDTail returns the end of an id after the id marker, enough to tell a few entries of one name apart.
func IDTail(id string) string {
	r := []rune(model.Clean(id))
	return "#" + string(r[max(0, len(r)-4):])
}
