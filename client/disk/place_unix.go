//go:build unix

package disk

import (
	"strings"

	"aloft/model"
)

// Path is the path of a place for the operating system.
func Path(p model.Place) string { return "/" + strings.Join(p.Names(), "/") }

// Steps are the steps of a path of this machine, byte for byte.
func Steps(path string) []model.Step {
	return model.Steps(strings.FieldsFunc(path, func(r rune) bool { return r == '/' })...)
}

// drives: there is one tree here.
func drives(model.Place) ([]model.Entry, bool) { return nil, false }

// fits: any name that the file system takes is good.
func fits(string, model.Place) error             { return nil }
func fitsName(string, model.Place, string) error { return nil }
