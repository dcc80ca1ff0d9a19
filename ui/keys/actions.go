package keys

import "slices"

// Actions is the registry of all actions in the order of the help.
func Actions() []Doc {
	return slices.Concat(globalDocs(), paneDocs(), jobDocs(), dialogDocs(), inputDocs(), documentDocs(), passageDocs(), fileDocs(), editDocs(), hookDocs())
}
