// Package drive is the drive half of the embedded service: session, listing,
// changes, recycle bin and tasks, as a drive on the network answers them.
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
//     counted, and refused with the switch "strict" or "batch".
//   - A page may have any size as long as _page × _size is within the window
//     of 10,000 entries; beyond it 400/15020.
//   - Calls closer than 500 ms are counted; 429/42900 only with "strict". Gaps,
//     counters and random numbers belong to one Service, as to one server;
//     entries, tasks, lag, epochs and sessions belong to the file.
//   - Throttled, unknown and failing calls answer in the same JSON envelope;
//     the codes that no public source shows are listed beside codeGone.
package drive
