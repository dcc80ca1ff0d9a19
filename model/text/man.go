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

	ManPlacesText Text = `[ACCOUNT/]drive:/Folder/name is on a drive, docs:/Folder/Title is a document of your own, space:Space/Page/Page is a page of a space, disk:/home/me or a bare path is on this machine. Titles may occur twice in a folder: Title\#ID is the one with that id, docs:/\#ID is the document with that id wherever it is, and the link that a browser shows is a place, too. In a name \ before / : \ . or ~ takes that character as it is, and \xHH with HH from 80 to ff is a byte that is no UTF-8. "." and ".." go nowhere and up.`

	ManJSONText        Text = `Times are RFC 3339 in UTC, sizes are bytes, unknown parts are absent. Names are raw: escaped as JSON wants, never cleaned. A name on disk that is no UTF-8 is exact only in "place".`
	ManJSONLs          Text = "ls"
	ManJSONLsText      Text = `place, complete (false: more entries may exist), listed_at, entries. --jsonl prints the entries alone.`
	ManJSONEntry       Text = "an entry, also of find, search, recent and spaces"
	ManJSONEntryText   Text = `name, kind (folder, file, doc, sheet, slide, form, mind, flowchart, smartcanvas, smartsheet, space, link, other), id, size, modified, created, children, mime, link, place; of documents also owner, creator, editor, status, space (the id of the space it is in), note, pages (true: there are pages under it).`
	ManJSONTree        Text = "tree"
	ManJSONTreeText    Text = `an entry with entries, and so on down. --jsonl prints all entries in order.`
	ManJSONInfo        Text = "info"
	ManJSONInfoText    Text = `an entry; of a drive's root also used and total in bytes.`
	ManJSONWrite       Text = "mkdir, new, mv, cp, rename, rm, import, export, share, jobs resume"
	ManJSONWriteText   Text = `one object a line for each item: place, action (mkdir, new, move, copy, rename, delete, import, export, share), result (done, skipped, failed, missing, conflict, unknown, planned), error, kind (auth, not-found, conflict, throttled, network, invalid, unsupported, unknown-outcome, server, local), to (where it has come to be), share (the policy that was set), notes (what a conversion could not keep; where to look when the result is unknown), job.`
	ManJSONJobs        Text = "jobs"
	ManJSONJobsText    Text = `id, action, account, state (waiting, running, paused, needs-login, interrupted, done, failed, cancelled), from, to, items, done, failed, skipped, unknown, requests, bytes, bytes_all, notes, error, made_at, ended_at; of jobs show also entries, as above.`
	ManJSONServe       Text = "serve"
	ManJSONServeText   Text = `drive and docs (the addresses), cookie and token (made for this run), pid.`
	ManJSONShare       Text = "share without --policy"
	ManJSONShareText   Text = `place, id, share (private, some, read, edit).`
	ManJSONAccount     Text = "account ls, account status"
	ManJSONAccountText Text = `name, current, drive, docs; of status also credential, state (signed-in, needs-login, unknown), error, gap, the same of the documents as docs_credential, docs_state, docs_error, docs_gap, the number of tools that are offered, and missing: a list of tool, why, stops (the actions that need it).`
	ManJSONConfig      Text = "config show"
	ManJSONConfigText  Text = `key, value, origin.`
	ManJSONTheme       Text = "theme ls"
	ManJSONThemeText   Text = `id, name, mode (light, dark, light+dark, any), current, path.`
	ManJSONKeys        Text = "keys"
	ManJSONKeysText    Text = `context, action, keys, title.`
	ManJSONDoctor      Text = "doctor"
	ManJSONDoctorText  Text = `check, result (ok, warning, failed), detail.`
	ManJSONVersion     Text = "version"
	ManJSONVersionText Text = `version, revision, go, system.`

	ManExit0   Text = "done"
	ManExit1   Text = "failed, or the outcome is not known; the message says where to look"
	ManExit2   Text = "the command line or the configuration is wrong; nothing was done"
	ManExit3   Text = "some items failed, each named on standard error"
	ManExit4   Text = "the account needs a login"
	ManExit5   Text = "conflict: a name is taken"
	ManExit6   Text = "not found"
	ManExit130 Text = "interrupted; the job can be resumed"

	ManEnvHomes    Text = "the folders themselves; they win over XDG_CONFIG_HOME and its sisters, which win over ~/.config, ~/.local/share, ~/.local/state and ~/.cache."
	ManEnvSettings Text = "win over the configuration file; flags win over them."
	ManEnvCookie   Text = "the session of an account, for automation: upper case, other characters than letters and digits as _. It is read once and taken out of the environment."
	ManEnvToken    Text = "the same for the token of its document service."
	ManEnvSystemd  Text = "a folder with files named ACCOUNT-drive and ACCOUNT-docs, as systemd gives it."
	ManEnvColor    Text = "any value that is not empty turns colours off."
)
