// Package transfer has the imports and exports of the embedded service: which
// process works on a task until when, what it produces, and the tools.
//
// # What the specification leaves open, and what this service does
//
//   - The states are "complete" and "failed" in the field status; while a task
//     runs there is only progress. A task that has not been started answers
//     status "prepared" and an error: nothing was made.
//   - An upload answers 200; 403 for a link that is altered or expired, 409 for
//     one that was used, 415 for another Content-Type, 400 or 413 for a wrong size
//     or MD5, 507 for a full disk. After all but 409 the task still waits.
//   - async_import is a success as often as it is called; one task makes one
//     document. It appears when the task is due, polled or not.
//   - csv becomes xlsx, txt becomes docx, all others keep their bytes. What the
//     conversion has lost is the list "warnings" of import_progress.
//   - An export is of the document as it was when export_file was called. Bytes
//     that nobody has edited are exported unchanged, also of pdf, xmind and the
//     old formats doc, xls and ppt; a smart document is exported as docx.
//   - Each export_progress gives a new link. Tasks are deleted after seven days,
//     unreferenced bytes at a start when they are an hour old.
//   - The bytes of the sample's documents are made when they are first exported.
package transfer
