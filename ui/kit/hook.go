package kit

import "aloft/model"

// HookAt says where the other instance that listens is, clean; "" = not known.
func HookAt(s *model.HookStatus) string {
	at, host := model.Clean(s.At), model.Clean(s.Host)
	if at != "" && host != "" {
		return at + ", " + host
	}
	return at + host
}
