// Package embedded is the service in a box: a drive and a document service that
// answer the wire interfaces of the specifications from one SQLite file. It is a
// real service with a real store, several processes may use one file at once,
// and its switches (Faults) give it every trouble that a remote one can make.
//
// It imports none of the clients and shares no wire type with them: two
// readings of the specification test each other.
//
// # What the specification leaves open, and what this service does
//
//   - Names are kept byte for byte and compared so: "a" and "A", and the two
//     Unicode forms of "é", are different names. Files and folders share one
//     name space per folder. Refused with 400/14001: empty, over 255 bytes,
//     invalid UTF-8, ".", "..", a slash, control characters. Spaces at the ends,
//     backslashes, colons and quotes are legal.
//   - Order of listings: folders first, then by name as people count ("2" before
//     "10"), cases together. Unknown fields of _sort are passed over.
//   - A fid lives as long as its entry, unless the switch "rotate" is on. A fid
//     that names nothing any more gives an empty listing with success, and
//     404/23404 in a mutation, which then changes nothing.
//   - A move is all or nothing. A taken name at the target: 400/23008. A folder
//     into itself or below itself: 400/14001. An entry that is in the target
//     already: a success that does nothing.
//   - A move or rename changes no time of the entry.
//   - Deleted entries go to the recycle bin by either action_type. Recover puts
//     them where they were; into the root when that folder is gone; under a name
//     with " (1)" when the name is taken.
//   - filelist: 1 to 500 fids, each once (400/14001, 400/41035). More than 30 are
//     counted, and refused with the switch "strict" or "batch".
//   - A page may have any size as long as _page × _size stays within the window
//     of 10,000 entries; beyond it 400/15020.
//   - Calls closer than 500 ms are counted; 429/42900 only with "strict". Gaps,
//     counters and chance belong to one Service, as to one server; entries,
//     tasks, lag, epochs and sessions belong to the file.
//   - Throttled, unknown and failing calls answer in the same JSON envelope;
//     the codes that no public source shows are listed beside codeGone.
//
// # Documents: what is left open, and what this service does
//
//   - Titles are kept as they are and may occur several times in a folder.
//     Refused with 400001: empty, over 36 code points (create_file, copy_file;
//     1,000 elsewhere), control characters. Slashes are legal.
//   - Ids never change: file_id, node_id, space_id and the id in a link are one.
//     "" and "/" name the root of the home.
//   - folder_list shows folders first, then by title as people count; a page has
//     100 entries, with "docs-pages" any number. It lists the home only; a folder
//     of a space is listed by query_space_node.
//   - Every argument is checked: unknown ones, wrong types and values outside
//     their list are refused. Nothing is changed by a call that is refused.
//   - search_file finds folders, documents and links of the home and of all
//     spaces, at most 500, in the order of their titles.
//   - Views are what makes, renames, copies, imports or edits a document: there is
//     no tool that opens one, and asking for its information or text is no view.
//   - A move changes no time. A page that is in the target already: a success
//     that does nothing. A link, and a document with pages under it, cannot leave
//     its space for the home (400001).
//   - copy_file without folder_id copies beside the original, in a space too. A
//     copy shares the bytes of its original.
//   - Deleted pages go to the recycle bin, those of spaces too; no tool shows it.
//   - set_privilege is for the owner (400005).
//   - Business errors stand in "error" where the specification shows that field,
//     else in a JSON-RPC error; a token never given out is a 401 in plain text,
//     one that is over the business error 400012.
//   - Calls of documents and requests of the drive are counted apart, and chance
//     is drawn apart for them.
//
// Of imports and exports:
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
//
// Of Word documents (package engine has the positions):
//
//   - Version 1 is what was imported or created. Each edit is one transaction: the
//     version steps from the one that was read to the next, or nothing happens.
//     A base_version that is not the newest is refused; a query of an older one is
//     answered as far as the log reaches, at least a hundred edits back.
//   - Any page of the kind doc can be edited, but for files of the old format doc.
//     Who may write: the owner, and everybody where the policy is 3.
//   - A failed edit answers the whole edit response with err_msg; both versions in
//     it are the newest one, 0 when it is not known.
//   - An export is a new docx once the document was edited, until then the bytes
//     that were imported. A copy is of the newest version and keeps its number;
//     nothing can be taken back in it. A rename leaves the title paragraph alone.
//   - doc.list_recent_ai_edits has what came as calls in the last seven days and
//     was not taken back; doc.revert_revision makes a new version in which the
//     paragraphs that the edit touched are what they were, and is refused when a
//     later edit has touched them too.
//   - image_url of an embedded image is a signed link of half an hour, the part
//     before its query stays the same. What browsers do not show (emf, wmf, tiff)
//     is an attachment. An uploaded image can be used for a day, as often as one
//     likes.
//   - get_content tells its version. The numbers that the specification calls
//     uint32 and int32 are never strings, whatever "docs-ints" says.
//   - smartcanvas.read parts a text at empty lines; next_token is the number of
//     the next block.
//
// # In a test bubble
//
// Open, requests and Close work inside testing/synctest, and delays are then of
// fake time: the whole service must be opened inside the bubble, since a wait
// for a channel is durable only for one made there. Nothing here waits for a
// mutex while another goroutine sleeps; database connections are handed out
// by channels, and the driver never sees a context (see store).
package embedded
