// Package word has the tools of Word documents in the embedded service: versions,
// log and snapshots in the database, the newest ones in memory. Package engine has
// the positions.
//
// # What the specification leaves open, and what this service does
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
package word
