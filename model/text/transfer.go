package text

// Documents in jobs: creations, copies, sharing, imports and exports.
const (
	// A title, then the folder.
	JobsOnce       Text = "it was asked for and never answered, and it does not show; look for %s in %s before you ask again"
	JobsOnceFailed Text = "the service failed while it was asked for, and it does not show; look for %s in %s before you ask again"
	// A title.
	JobsRecord Text = "the answer was lost; the recent list shows whether %s is still in it"

	// Planning. The argument is a name.
	JobsSpace           Text = "%s is a space; a space itself can be listed and shared, but not moved, copied, renamed or deleted"
	JobsNoNew           Text = "nobody has said what to make"
	JobsNoLink          Text = "a link needs the address that it leads to"
	JobsNoKind          Text = "no %s can be made in %s"
	JobsHintLinkInSpace Text = "links can be made in spaces only"
	JobsHintSpacesOnly  Text = "only spaces are here; name a space, and the title in it"
	JobsNoFolderCopy    Text = "%s is a folder; the service copies documents only, one by one"
	JobsNoPolicy        Text = "the service cannot set the policy %q"

	JobsNoDisk    Text = "files cannot go from or to %s"
	JobsNoConvert Text = "%s needs a conversion, and this build has none"
	JobsSymlink   Text = "%s is a link; links are not followed"
	JobsSpecial   Text = "%s is no ordinary file"

	// What became of an item of a transfer.
	JobsFileChanged Text = "the file changed while it was sent; nothing was made of it"
	// A title, then the folder where imports arrive.
	JobsNotPlaced      Text = "it was imported, and stays as %s in %s: %s"
	JobsNotFoundLanded Text = "it was imported, but %s was not found in %s"
	JobsImportUntold   Text = "the import was begun, and the service does not tell how it goes (%s); look for %s in %s before you ask again"
	JobsImportUnknown  Text = "the import was asked for, and nothing tells what came of it; look for %s in %s before you ask again"
	JobsExportVain     Text = "the export was asked for again and again, and no task came of it; nothing was written here"
	JobsImportVain     Text = "the import was asked for again, and did not begin; nothing was made"
	JobsTaskSays       Text = "the service could not do it: %s"
	JobsTaskGone       Text = "the service does not know its task any more"
	JobsTaskSlow       Text = "the service's task did not end in %s"
	JobsLinkBad        Text = "the link to the file did not work, also not when it was asked for anew: %s"
	JobsDownloadBad    Text = "the download broke off again and again: %s"
	JobsUploadBad      Text = "the upload broke off again and again: %s"
	// Bytes that came, bytes that there are.
	JobsShort Text = "%d of %d {byte|bytes} came"
	// A title.
	JobsImportLeft Text = "the import was under way; where imports arrive there may be %s"
	JobsDiskTaken  Text = "%s is there by now; nothing was overwritten"
	JobsConvertBad Text = "it could not be converted: %s"
)
