package text

// What the embedded document service says about imports, exports and their
// bytes.
const (
	BlobNoSuffix    Text = "file_name %q has a suffix that cannot be imported; these can: %s"
	BlobNoTitle     Text = "file_name %q is nothing but a suffix"
	BlobEmpty       Text = "file_size is %d: an empty file cannot be imported"
	BlobLarge       Text = "file_size is %d {byte|bytes}, at most %d can be imported"
	BlobMD5         Text = "file_md5 %q is not 32 lowercase hexadecimal characters"
	BlobNoKey       Text = "file_key %q is not known"
	BlobDiffers     Text = "%s is not the one that pre_import was told"
	BlobNotUploaded Text = "the file has not been uploaded yet, the import was not started"
	BlobNotBegun    Text = "the import has not been started"
	BlobNoTask      Text = "task_id %q is not known"

	BlobSpace      Text = "a space cannot be exported, only pages in it"
	BlobFolder     Text = "a folder cannot be exported"
	BlobLink       Text = "a link has no content to export"
	BlobNoExport   Text = "documents of the type %s cannot be exported"
	BlobLost       Text = "the bytes of %q are missing on the service's disk"
	BlobMissing    Text = "the bytes of this document are missing on the service's disk"
	BlobRefused    Text = "the file cannot be imported: %s"
	BlobFailed     Text = "the task failed"
	BlobCrashed    Text = "the conversion broke down"
	BlobGivenUp    Text = "given up: the service ended %d {time|times} in the midst of this task"
	BlobStorage    Text = "storage failed, nothing was changed: %s"
	BlobUploadLost Text = "the uploaded bytes are missing on the service's disk, upload them again"

	BlobForbidden Text = "this link is not valid"
	BlobExpired   Text = "this link has expired"
	BlobUsed      Text = "this upload link has been used"
	BlobGone      Text = "nothing is there"
	BlobType      Text = "Content-Type must be application/octet-stream"
	BlobSize      Text = "%d {byte|bytes} came, %d {was|were} announced; nothing was changed"
	BlobTooLong   Text = "more than the announced %d {byte|bytes} came; nothing was changed"
	BlobWrongMD5  Text = "the MD5 of what came is %s, announced was %s; nothing was changed"
	BlobCutShort  Text = "the upload ended early; nothing was changed"
	BlobFull      Text = "the service's disk is full, nothing was changed"
	BlobReadOnly  Text = "the service's disk cannot be written, nothing was changed"
)

// Help of the arguments and tools of import and export.
const (
	ToolPreImport      Text = "Announce a file to import. Answers upload_url (PUT the bytes with Content-Type: application/octet-stream), file_key and task_id."
	ToolAsyncImport    Text = "Start an import whose bytes have been uploaded. Answers the task_id to ask for."
	ToolImportProgress Text = "How far an import is. At 100: file_id, file_name, file_url."
	ToolExportFile     Text = "Start an export. doc gives docx, sheet gives xlsx, slide gives pptx. Answers the task_id to ask for."
	ToolExportProgress Text = "How far an export is. At 100: file_name and file_url, a link that is good for about 30 minutes."

	ArgFileName Text = "name of the file, with its extension"
	ArgFileSize Text = "size in bytes"
	ArgFileMD5  Text = "MD5 of the bytes, 32 lowercase hexadecimal characters"
	ArgFileKey  Text = "file_key from pre_import"
	ArgTaskID   Text = "task_id of the import or export"
	ArgExportID Text = "file_id of the document"
)

// Help lines of the switches of imports and exports.
const (
	FaultDocTask      Text = "how long imports and exports take at least, 2s or 1s-5s"
	FaultDocTaskFail  Text = "share of imports and exports that fail and make nothing"
	FaultDocTaskStuck Text = "share of imports and exports that never report their end"
	FaultImportID     Text = "async_import answers another task_id than pre_import (other), or none"
	FaultLinkLife     Text = "how long upload and download links are good, 30m by default"
	FaultCutUp        Text = "share of uploads that break in the middle"
	FaultCutDown      Text = "share of downloads that break in the middle"
	FaultNoRange      Text = "downloads always begin at the first byte"
	FaultPutStatus    Text = "what an upload answers: 200 (default), 201, 204 or mixed"
)
