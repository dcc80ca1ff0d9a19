package client

import (
	"context"

	"aloft/model"
)

// Extraction is what is copied to unpack an archive into a folder, and the name that it gets there: the only entry
// of the archive, or else all of it as a folder with its name.
func Extraction(ctx context.Context, sources Sources, archive model.Place) (item model.Place, name string, err error) {
	at, stem := archive.Entered(), model.ArchiveStem(archive.Base())
	if at.IsZero() || stem == "" || archive.Scheme.Packed() {
		return at, "", Errorf(KindInvalid, "extract", archive, "%s is not an archive that can be unpacked here", archive.Base())
	}
	src, err := sources.For(at)
	if err != nil {
		return at, "", err
	}
	l, err := src.List(ctx, at, Options{Class: Interactive})
	if err != nil || len(l.Entries) != 1 || !l.Complete {
		return at, stem, err
	}
	return at.Join(l.Entries[0].Name), "", nil
}
