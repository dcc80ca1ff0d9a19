package kit

import "aloft/model"

// HookAt names the other instance that listens, clean; "" = unknown.
func HookAt(s *model.HookStatus) string {
	at, host := model.Clean(s.At), model.Clean(s.Host)
	if at != "" && host != "" {
		return at + ", " + host
	}
	return at + host
}
