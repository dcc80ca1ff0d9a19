package preview

import (
	"aloft/client"
	"aloft/model"
)

func noReader(at model.Place) error {
	return client.Errorf(client.KindUnsupported, "read", at, "%s: has no documents that could be read here.", model.Clean(string(at.Scheme)))
}

// errMoving: the document was changed between two reads, twice.
func errMoving(at model.Place) error {
	return client.Errorf(client.KindConflict, "read", at, "somebody is changing the document right now; its text could not be read as one version.")
}
