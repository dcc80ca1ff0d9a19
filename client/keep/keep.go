// Package keep stores bookmarks, input histories and the last places as small
// files in one folder.
package keep
