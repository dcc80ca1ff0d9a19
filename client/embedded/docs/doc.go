// Package docs is the document half of the embedded service: the endpoint of the
// tool protocol, its tokens and answers, and the tools. Those of Word documents
// have versions, log and snapshots in the database, and the newest documents in
// memory; package engine has the positions. Imports and exports are tasks, which a
// process works on while it has the lease. Bytes come and go over HTTP at signed
// URLs that expire.
//
// # What the specification leaves open, and what this service does
//
//   - Titles are kept as they are and may occur several times in a folder.
//     Refused with 400001: empty, over 36 code points (create_file, copy_file;
//     1,000 elsewhere), control characters. Slashes are legal.
//   - Ids never change: file_id, node_id, space_id and the id in a link are one.
//     "" and "/" name the root of the home.
//   - folder_list shows folders first, then by title in natural order; a page has
//     100 entries, with "docs-pages" any number. It lists the home only; a folder
//     of a space is listed by query_space_node.
//   - Every argument is checked: unknown ones, wrong types and values outside
//     their list are refused. Nothing is changed by a call that is refused.
//   - search_file finds folders, documents and links of the home and of all
//     spaces, at most 500, in the order of their titles.
//   - Recently opened is what was made, renamed, copied, imported or edited: there
//     is no tool that opens a document, and reading its information or text does
//     not count.
//   - A move changes no time. Moving a page to the folder that it is in succeeds
//     and does nothing. A link, and a document with pages under it, cannot leave
//     its space for the home (400001).
//   - copy_file without folder_id copies beside the original, in a space too. A
//     copy shares the bytes of its original.
//   - Deleted pages go to the recycle bin, those of spaces too; no tool shows it.
//   - set_privilege is for the owner (400005).
//   - Business errors are in "error" where the specification shows that field,
//     otherwise in a JSON-RPC error; an unknown token is a 401 in plain text,
//     an expired one the business error 400012.
//   - Calls of documents and requests of the drive are counted separately, and
//     have separate random numbers.
//
// Of Word documents:
//
//   - Version 1 is what was imported or created. Each edit is one transaction: the
//     version steps from the one that was read to the next, or nothing happens.
//     A base_version that is not the newest is refused; a query of an older one is
//     answered as far as the log reaches, at least a hundred edits back.
//   - Any page of the kind doc can be edited, except files of the old format doc.
//     Write access: the owner, and everybody where the policy is 3.
//   - A failed edit answers the whole edit response with err_msg; both versions in
//     it are the newest one, 0 when it is not known.
//   - An export is a copy of the docx that was imported with the edits in it
//     (patch.Into), until then its bytes. A copy is of the newest version and keeps its number;
//     nothing can be reverted in it. A rename does not change the title paragraph.
//   - doc.list_recent_ai_edits lists the edits made by calls in the last seven days
//     that were not reverted; doc.revert_revision makes a new version in which the
//     paragraphs that the edit touched are as before it, and is refused when a
//     later edit has touched them too.
//   - doc.get_revisions is a tool of this service's own: the tracked changes of the
//     imported file. Text that somebody has inserted counts in positions, text that
//     somebody has deleted does not; a deletion stands at one position.
//   - image_url of an embedded image is a signed link of half an hour, the part
//     before its query stays the same. What browsers do not show (emf, wmf, tiff)
//     is an attachment. An uploaded image can be used for a day, any number of
//     times.
//   - get_content returns its version. The numbers that the specification calls
//     uint32 and int32 are never strings, whatever "docs-ints" says.
//   - smartcanvas.read splits a text at empty lines; next_token is the number of
//     the next block.
//
// Of imports and exports:
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
package docs
