//go:build !linux

package disk

import "aloft/model"

// watched: here a folder is watched by its path only, which may lead elsewhere by then.
func (rooted) watched(model.Place) (string, func()) { return "", func() {} }
