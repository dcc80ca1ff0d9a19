// Package docs is the document half of the embedded service: the endpoint of the
// tool protocol, its tokens and answers, and the tools of folders, files and
// spaces.
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
package docs
