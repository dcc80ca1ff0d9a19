//go:build !linux && !darwin && !windows

package system

import "errors"

func host() string { return "" }

func look(int) (stopped bool, since string, err error) { return false, "", errors.ErrUnsupported }
