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

	ManPlacesText Text = `[ACCOUNT/]drive:/Folder/name is on a drive, disk:/home/me or a bare path is on this machine. In a name \ before / : \ . or ~ takes that character as it is, and \xHH with HH from 80 to ff is a byte that is no UTF-8. "." and ".." go nowhere and up.`

	ManJSONText        Text = `Times are RFC 3339 in UTC, sizes are bytes, unknown parts are absent. Names are raw: escaped as JSON wants, never cleaned. A name on disk that is no UTF-8 is exact only in "place".`
	ManJSONLs          Text = "ls"
	ManJSONLsText      Text = `place, complete (false: more entries may exist), listed_at, entries. --jsonl prints the entries alone.`
	ManJSONEntry       Text = "an entry, also of find and search"
	ManJSONEntryText   Text = `name, kind (folder, file, doc, sheet, slide, form, mind, flowchart, smartcanvas, smartsheet, space, link, other), id, size, modified, created, children, mime, link, place.`
	ManJSONTree        Text = "tree"
	ManJSONTreeText    Text = `an entry with entries, and so on down. --jsonl prints all entries in order.`
	ManJSONInfo        Text = "info"
	ManJSONInfoText    Text = `an entry; of a drive's root also used and total in bytes.`
	ManJSONWrite       Text = "mkdir, mv, rename, rm, jobs resume"
	ManJSONWriteText   Text = `one object a line for each item: place, action (mkdir, move, rename, delete), result (done, skipped, failed, missing, conflict, unknown, planned), error, kind (auth, not-found, conflict, throttled, network, invalid, unsupported, unknown-outcome, server, local), to, job.`
	ManJSONJobs        Text = "jobs"
	ManJSONJobsText    Text = `id, action, account, state (waiting, running, paused, needs-login, interrupted, done, failed, cancelled), from, to, items, done, failed, skipped, unknown, requests, error, made_at, ended_at; of jobs show also entries, as above.`
	ManJSONServe       Text = "serve"
	ManJSONServeText   Text = `drive (the address), cookie, pid.`
	ManJSONAccount     Text = "account ls, account status"
	ManJSONAccountText Text = `name, current, drive; of status also credential, state (signed-in, needs-login, unknown), error, gap.`
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
	ManExit1   Text = "failed"
	ManExit2   Text = "the command line or the configuration is wrong; nothing was done"
	ManExit3   Text = "some items failed, each named on standard error"
	ManExit4   Text = "the account needs a login"
	ManExit5   Text = "conflict: a name is taken"
	ManExit6   Text = "not found"
	ManExit130 Text = "interrupted; the job can be resumed"

	ManEnvHomes    Text = "the folders themselves; they win over XDG_CONFIG_HOME and its sisters, which win over ~/.config, ~/.local/share, ~/.local/state and ~/.cache."
	ManEnvSettings Text = "win over the configuration file; flags win over them."
	ManEnvCookie   Text = "the session of an account, for automation: upper case, other characters than letters and digits as _. It is read once and taken out of the environment."
	ManEnvSystemd  Text = "a folder with files named ACCOUNT-drive, as systemd gives it."
	ManEnvColor    Text = "any value that is not empty turns colours off."
)
