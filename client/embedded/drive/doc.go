// Package drive is the drive half of the embedded service: session, listing,
// changes, recycle bin, tasks, downloads, uploads and shares, as a drive on the
// network answers them. An upload goes to an object store in parts, each in a
// signed request; a file's bytes are these parts, or are generated when read, so
// that a trial drive of many gigabytes takes no disk space.
//
// # What the specification leaves open, and what this service does
//
//   - Names are kept byte for byte and compared so: "a" and "A", and the two
//     Unicode forms of "é", are different names. Files and folders share one
//     name space per folder. Refused with 400/14001: empty, over 255 bytes,
//     invalid UTF-8, ".", "..", a slash, control characters. Spaces at the ends,
//     backslashes, colons and quotes are legal.
//   - Order of listings: folders first, then by name in natural order ("2" before
//     "10"), ignoring case. Unknown fields of _sort are ignored.
//   - A fid is valid as long as its entry exists, unless the switch "rotate" is on.
//     A stale fid gives an empty listing with success, and 404/23404 in a
//     mutation, which then changes nothing.
//   - A move is all or nothing. A taken name at the target: 400/23008. A folder
//     into itself or below itself: 400/14001. Moving an entry to the folder that
//     it is in succeeds and does nothing.
//   - A move or rename changes no time of the entry.
//   - Deleted entries go to the recycle bin by either action_type. Recover puts
//     them where they were; into the root when that folder is gone; under a name
//     with " (1)" when the name is taken.
//   - filelist: 1 to 500 fids, each once (400/14001, 400/41035). More than 30 are
//     refused with the switch "strict" or "batch".
//   - Times of a listing: updated_at is when the service changed the entry,
//     l_updated_at what the sender of a file said, else the same.
//   - An upload never replaces an entry: a taken name is refused with 400/23008 by
//     upload/pre and again by upload/finish, which can be repeated once the name is
//     free. A file of 0 bytes is an entry at once (finish of upload/pre). Known bytes
//     have the same size, MD5 and SHA-1. What came otherwise than announced:
//     400/23411, and the upload ends; 400/23410 before it is complete.
//   - Parts are of 4 MiB, doubled while there are more than 256; one at a time. The
//     same part again answers 409, other bytes replace it. Parts of an upload that
//     nobody goes on with for a day are removed, and at once by a DELETE of it.
//   - The object store's address is that by which the client came. An address in
//     numbers is divided, 127 and 0.0.1, so that bucket.host is found without names.
//   - A download link: 403 for another session, after six hours and when altered,
//     412 with one of the two cookies, 404 when the file is gone. A file in the bin
//     can still be read by a link from before.
//   - md5 is missing in a download answer only for sample bytes beyond 2 GiB a call.
//   - Room counts what every entry holds, those in the bin too.
//   - A wrong pass code of a share, or a stoken that is none: 400/14001, since a dead
//     link has the codes 410xx: 404/41006 ended, or all its entries gone, 403/41011
//     expired. Saved entries get a number where the name is taken.
//   - A page may have any size as long as _page × _size is within the window
//     of 10,000 entries; beyond it 400/15020.
//   - Calls closer than 500 ms: 429/42900 only with "strict". Gaps belong to one
//     Service, as to one server; entries, tasks, lag, epochs and sessions belong
//     to the file.
//   - Throttled, unknown and failing calls answer in the same JSON envelope;
//     the codes that no public source shows are listed beside codeGone.
package drive
