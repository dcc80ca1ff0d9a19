// Package transfer is the imports and exports of the service in a box: who works on a
// task until when, what comes of it, and the tools.
//
// # What the specification leaves open, and what this service does
//
//   - The states are "complete" and "failed" in the field status; while a task
//     runs there is progress alone. A task that has not been started answers
//     status "prepared" and an error: nothing was made.
//   - An upload answers 200; 403 for a link that is altered or over, 409 for one
//     that was used, 415 for another Content-Type, 400 or 413 for a wrong size or
//     MD5, 507 for a full disk. After all but 409 the task still waits.
//   - async_import is a success as often as it is called; one task makes one
//     document. It appears when the task was due, asked for or not.
//   - csv becomes xlsx, txt becomes docx, all others keep their bytes. What a
//     document of them could not keep is the list "warnings" of import_progress.
//   - An export is of the document as it was when export_file was called. Bytes
//     that nobody has edited go out as they came, also of pdf, xmind and the old
//     formats doc, xls and ppt; a smart document goes out as docx.
//   - Each export_progress gives a new link. Tasks are forgotten after seven
//     days, bytes that nothing refers to at a start after an hour's rest.
//   - The bytes of the sample's documents are made when they are first exported.
package transfer
