package preview

import (
	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func noReader(at model.Place) error {
	return client.Errorf(client.KindUnsupported, "read", at, text.ReaderNoSource, model.Clean(string(at.Scheme)))
}

// errMoving: the document was changed between two reads, twice.
func errMoving(at model.Place) error {
	return client.Errorf(client.KindConflict, "read", at, text.ReaderMoving)
}
