package text

// The manual page.
const (
	ManName        Text = "name"
	ManSynopsis    Text = "synopsis"
	ManDescription Text = "description"
	ManOptions     Text = "options of every command"
	ManCommands    Text = "commands"
	ManJSON        Text = "json"
	ManPlaces      Text = "places"
	ManExit        Text = "exit codes"
	ManEnvironment Text = "environment"
	ManFiles       Text = "configuration file"
	ManLimits      Text = "limits"

	ManLimitsText Text = `A conversion of a file or a text, also by the embedded service, may take a thousand million steps of work and 256 MB of memory, lists and quotations 100 deep in one another, 250,000 cells in the tables of a Markdown text and 20 million in those that a sheet is written as, and two minutes and a second more for each MB. What meets a limit is refused, and the message names it. Ctrl-C ends a conversion where it is.`

	ManPlacesText Text = `[ACCOUNT/]drive:/Folder/name is on a drive, docs:/Folder/Title is a document of your own, space:Space/Page/Page is a page of a space, disk:/home/me or a bare path is on this machine. Titles may occur twice in a folder: Title\#ID is the one with that id, docs:/\#ID is the document with that id wherever it is, and the link that a browser shows is a place, too. In a name \ before / : \ . or ~ takes that character as it is, and \xHH with HH from 80 to ff is a byte that is no UTF-8. "." and ".." go nowhere and up. A service may hold a name that no place can: an empty one, or one with a NUL in it. Such an entry is shown cleaned and has no "place" in JSON, find --print0 and what walks folders name it on standard error and end with code 3, and nothing is done with it but by its id, where ids last. -0 reads places with their schemes, each ended by a NUL, and with --local paths of this machine, byte for byte; with one that is wrong none is taken.`

	ManJSONText          Text = `Times are RFC 3339 in UTC, sizes are bytes, unknown parts are absent. Names are raw: escaped as JSON wants, never cleaned. A name on disk that is no UTF-8 is exact only in "place".`
	ManJSONLs            Text = "ls"
	ManJSONLsText        Text = `place, complete (false: more entries may exist), listed_at, entries. --jsonl prints the entries alone.`
	ManJSONEntry         Text = "an entry, also of find, search, recent and spaces"
	ManJSONEntryText     Text = `name, kind (folder, file, doc, sheet, slide, form, mind, flowchart, smartcanvas, smartsheet, space, link, other), id, size, modified, created, children, mime, link, place; of documents also owner, creator, editor, status, space (the id of the space it is in), note, pages (true: there are pages under it).`
	ManJSONTree          Text = "tree"
	ManJSONTreeText      Text = `an entry with entries, and so on down. --jsonl prints all entries in order.`
	ManJSONInfo          Text = "info"
	ManJSONInfoText      Text = `an entry; of a drive's root also used and total in bytes.`
	ManJSONWrite         Text = "mkdir, new, mv, cp, rename, rm, import, export, share, jobs resume"
	ManJSONWriteText     Text = `one object a line for each item: place, action (mkdir, new, move, copy, rename, delete, import, export, share), result (done, skipped, failed, missing, conflict, unknown, planned), error, kind (auth, not-found, conflict, throttled, network, invalid, unsupported, unknown-outcome, server, local), to (where it has come to be), share (the policy that was set), notes (what a conversion could not keep; where to look when the result is unknown), job.`
	ManJSONJobs          Text = "jobs"
	ManJSONJobsText      Text = `id, action, account, state (waiting, running, paused, needs-login, interrupted, done, failed, cancelled), from, to, items, done, failed, skipped, unknown, requests, bytes, bytes_all, notes, error, made_at, ended_at; of jobs show also entries, as above.`
	ManJSONOutline       Text = "outline"
	ManJSONOutlineText   Text = `place, id, version, outlines: a tree of title, level (HEADING_LEVEL_TITLE, _BODY, _1 to _9), title_start, title_end, content_start, content_end, children; without positions of a smart document.`
	ManJSONCat           Text = "cat"
	ManJSONCatText       Text = `place, id, version, section, cut (true: the service ended before the document did), markdown.`
	ManJSONEdit          Text = "insert, and doc commands that edit"
	ManJSONEditText      Text = `one object: place, id, action (markdown, text, paragraph, replace, format, task, image, page-break, table, comment, replace-image, batch, undo), result (done, conflict, partly, unknown, failed, missing, planned), error, kind, base, version, done (how many steps), verified, missing, undo (revert, inverse, none), matches (n, begin, end, context) or found (nth, level, position, above, context) to choose from, changes since the base (change, old, new, old_path, new_path); with --dry-run requests (at most), notes, steps: edit, at or ranges (begin, end), under, before, after, old, text.`
	ManJSONFind          Text = "doc find"
	ManJSONFindText      Text = `place, id, version, text, matches: n, begin, end, context.`
	ManJSONLook          Text = "doc structure, pos, images, comments"
	ManJSONLookText      Text = `place, id, version, and: nodes (type, start_index, end_index, text_preview, heading_level, logical_index, table_rows, children), total_paragraphs, total_headings, total_tables; position, preceding_text; images (n, position, image_url without its query or attachment_id); comments (id, ref_id, begin, end, author, date, text).`
	ManJSONEdits         Text = "doc edits, doc compare"
	ManJSONEditsText     Text = `place, id, edits: at, edits, where, outcome, base, version, undo, undone; with --service version, tool, time. Of compare: old and new (place, id, version), by_length (true: a section counts as changed by its length), changes.`
	ManJSONHook          Text = "hook ls, hook wait"
	ManJSONHookText      Text = `id, at, remote, status (of the answer), state (refused, ignored, duplicate, asking, waiting, running, done, failed, timeout, stopped, denied, busy, cut), reason, count and last (of equal refusals), event, project, session, kind (prompt, exec), work (the prompt or the command, its first 2 KiB), silent, bytes (of the body), of (the delivery that this one repeats), replay, ahead, started, ended, exit, output (bytes that were printed), notes. --jsonl prints one object a line.`
	ManJSONHookShow      Text = "hook show"
	ManJSONHookShowText  Text = `the same and method, path, header (name, value; secrets are masked), body (body_base64 when it is no UTF-8), work_dir, dir (where it ran), argv, prompt (as the agent got it), head and tail of the output, between (bytes left out between the two), file (that has all of it).`
	ManJSONHookServe     Text = "hook serve, hook send"
	ManJSONHookServeText Text = `url, address, open (true: no token is asked for), pid, instead_of (the configured port, when it is another user's); of send id, status, event.`
	ManJSONHookTalk      Text = "hook messages, hook lines"
	ManJSONHookTalkText  Text = `session, id (the same over all turns), project, turns (of an agent that ended well), busy, messages, unread, last; of a session at, kind (notice, outcome, prompt, reply), from, text, event, delivery, bad (it tells a failure). Of lines name, title, where, text.`
	ManJSONServe         Text = "serve"
	ManJSONServeText     Text = `drive and docs (the addresses), cookie and token (made for this run), pid.`
	ManJSONShare         Text = "share without --policy"
	ManJSONShareText     Text = `place, id, share (private, some, read, edit).`
	ManJSONAccount       Text = "account ls, account status"
	ManJSONAccountText   Text = `name, current, drive, docs; of status also credential, state (signed-in, needs-login, unknown), error, gap, the same of the documents as docs_credential, docs_state, docs_error, docs_gap, the numbers of tools and text_tools (those that read and edit text) that are offered, and missing: a list of tool, why, stops (the actions that need it), text.`
	ManJSONConfig        Text = "config show"
	ManJSONConfigText    Text = `key, value, origin.`
	ManJSONTheme         Text = "theme ls"
	ManJSONThemeText     Text = `id, name, mode (light, dark, light+dark, any), current, path.`
	ManJSONKeys          Text = "keys"
	ManJSONKeysText      Text = `context, action, keys, title.`
	ManJSONDoctor        Text = "doctor"
	ManJSONDoctorText    Text = `check, result (ok, warning, failed), detail.`
	ManJSONVersion       Text = "version"
	ManJSONVersionText   Text = `version, revision, go, system.`

	ManExit0   Text = "done"
	ManExit1   Text = "failed, or the outcome is not known; the message says where to look"
	ManExit2   Text = "the command line or the configuration is wrong; nothing was done"
	ManExit3   Text = "some items failed, each named on standard error"
	ManExit4   Text = "the account needs a login"
	ManExit5   Text = "conflict: a name is taken, a document has changed since, or there are several to choose from; what there is stands on standard error"
	ManExit6   Text = "not found; of a text: why nothing matched"
	ManExit130 Text = "interrupted; the job can be resumed"
	ManExit131 Text = "the screen was ended by SIGQUIT or SIGABRT; what it was doing is in a report"

	ManEnvHomes     Text = "the folders themselves; they win over XDG_CONFIG_HOME and its sisters, which win over ~/.config, ~/.local/share, ~/.local/state and ~/.cache. Where they cannot be written (another owner, read-only, a full disk) what is there can be read: listings, searches, documents, jobs. What changes something is refused before it is sent or kept as a job, and the folder's variable is named."
	ManEnvSettings  Text = "win over the configuration file; flags win over them."
	ManEnvCookie    Text = "the session of an account, for automation: upper case, other characters than letters and digits as _. It is read once and taken out of the environment."
	ManEnvToken     Text = "the same for the token of its document service."
	ManEnvOpen      Text = "the same for the open platform that takes its images, where open_api_url is set."
	ManEnvHookToken Text = "the token of the webhook receiver, instead of the one in the data folder, for automation; hook send sends it. It is read once and taken out of the environment."
	ManEnvPlatform  Text = "the address of a platform of the type shoutrrr, in the same way."
	ManEnvDelivery  Text = "are set for the commands and agents that a delivery starts: its id, event, project and session key, and this program's path."
	ManEnvSystemd   Text = "a folder with files named ACCOUNT-drive and ACCOUNT-docs, as systemd gives it."
	ManEnvColor     Text = "any value that is not empty turns colours off."
)
