// Package docs is the document half of the service in a box: the endpoint of the tool
// protocol, its tokens and answers, and the tools of folders, files and spaces.
//
// # What the specification leaves open, and what this service does
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
package docs
