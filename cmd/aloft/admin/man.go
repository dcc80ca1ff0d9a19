package admin

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/guide"
	"aloft/model/text"
)

func (cs *Commands) manCommand(root *cobra.Command, asConfigured func(*cobra.Command) *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: cs.con.Say("print the manual page"), Args: console.WantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if _, err := cs.con.Writer.WriteString(cs.manPage(asConfigured(root))); err != nil {
				return cs.con.OutputFailed(err)
			}
			return nil
		},
	}
}

// page writes roff.
type page struct{ strings.Builder }

// words escapes what the formatter would interpret.
func (p *page) words(s string) *page {
	s = strings.ReplaceAll(s, `\`, `\e`)
	s = strings.ReplaceAll(s, "-", `\-`)
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			p.WriteByte('\n')
		}
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			p.WriteString(`\&`)
		}
		p.WriteString(line)
	}
	return p
}

func (p *page) section(s string) {
	p.WriteString(".SH ")
	p.words(strings.ToUpper(s)).WriteByte('\n')
}

func (p *page) item(head, body string) {
	p.WriteString(".TP\n.B ")
	p.words(head).WriteByte('\n')
	p.prose(body).WriteByte('\n')
}

func (p *page) plain(s string) {
	p.WriteString(".PP\n")
	p.prose(s).WriteByte('\n')
}

// prose is words with the places where a line may end without a blank.
func (p *page) prose(s string) *page {
	var escaped page
	escaped.words(joined(s))
	p.WriteString(strings.Join(model.Pieces(escaped.String()), `\:`))
	return p
}

// joined is a text without the line breaks for which the formatter would set a blank that its language has not.
func joined(s string) string {
	lines := strings.Split(s, "\n")
	out := lines[0]
	for _, l := range lines[1:] {
		if one := model.GoesOn(out, l); len(one) == len(out)+len(l) {
			out = one
		} else {
			out += "\n" + l
		}
	}
	return out
}

func (p *page) literal(s string) {
	p.WriteString(".PP\n.nf\n")
	p.words(s).WriteString("\n.fi\n")
}

// markdown writes a page of the guide without its title.
func (p *page) markdown(g guide.Page) {
	_, text, _ := strings.Cut(g.Flow(), "\n")
	for i, part := range strings.Split(text+"\n", "\n```") {
		if i%2 == 1 {
			_, code, _ := strings.Cut(part, "\n")
			p.literal("    " + strings.ReplaceAll(code, "\n", "\n    "))
			continue
		}
		for line := range strings.SplitSeq(part, "\n") {
			line = strings.ReplaceAll(line, "`", "")
			item, isItem := strings.CutPrefix(line, "- ")
			head, isHead := strings.CutPrefix(line, "## ")
			switch {
			case line == "" || strings.HasPrefix(line, "|--"):
			case isHead:
				p.WriteString(".SS ")
				p.words(head).WriteByte('\n')
			case isItem:
				p.WriteString(".IP \\(bu 2\n")
				p.prose(strings.ReplaceAll(item, "**", "")).WriteByte('\n')
			case line[0] == '|':
				left, right, _ := strings.Cut(strings.Trim(line, "| "), " | ")
				p.item(left, right)
			default:
				p.plain(line)
			}
		}
	}
}

// manPage is made from the commands, so that it cannot describe others.
func (cs *Commands) manPage(root *cobra.Command) string {
	say := cs.con.Say
	var p page
	p.WriteString(".TH ALOFT 1\n")
	if cs.con.Language != text.English { // it knows how to hyphenate and to justify English only
		p.WriteString(".nh\n.ad l\n")
	}
	p.section(say("name"))
	p.words("aloft - " + root.Short).WriteByte('\n')
	p.section(say("synopsis"))
	p.words(root.Use).WriteString("\n.br\n")
	p.words("aloft COMMAND …").WriteByte('\n')
	p.section(say("description"))
	p.plain(root.Long)
	flags(&p, root.LocalNonPersistentFlags())
	p.section(say("options of every command"))
	flags(&p, root.PersistentFlags())
	p.section(say("commands"))
	cs.manCommands(&p, root)
	for _, g := range guide.Pages(cs.con.Language) {
		p.section(say("guide: %s", g.Title))
		p.markdown(g)
	}
	p.section(say("json"))
	p.plain(say(`Times are RFC 3339 in UTC, sizes are bytes, unknown parts are absent. Names are raw: escaped as JSON wants, never cleaned. A name on disk that is not UTF-8 is exact only in "place".`))
	for _, j := range [][2]text.Text{
		{"ls", "place, complete (false: more entries may exist), listed_at, entries. --jsonl prints the entries alone."}, {"an entry, also of find, search, recent and spaces", "name, kind (folder, file, doc, sheet, slide, form, mind, flowchart, smartcanvas, smartsheet, space, link, other), id, size, modified, created, original (when an uploaded file was changed before), children, mime, link, place; of documents also owner, creator, editor, status, space (the id of the space it is in), note, pages (true: there are pages under it)."}, {"tree", "an entry with entries, and so on down. --jsonl prints all entries in order."},
		{"bin ls", "name, kind, id, size, modified, place (where it was), record (its id in the recycle bin), deleted (when)."}, {"info", "an entry; of a drive's root also used and total in bytes."}, {"mkdir, new, mv, cp, rename, rm, sync, bin recover, bin purge, import, export, share, undo, redo, jobs resume, jobs retry", "one object a line for each item: place (of a deleted entry where it was, if the service says so; with name and record), action (mkdir, new, move, copy, rename, delete, recover, purge, import, export, share), result (done, skipped, failed, missing, conflict, unknown, planned), error, kind (auth, not-found, conflict, throttled, network, invalid, unsupported, unknown-outcome, server, local), to (where it has come to be), share (the policy that was set), notes (what a conversion could not keep; where to look when the result is unknown), job; with --dry-run also route (service, disk, upload, download, spool), bytes, and calls (the requests that carry them)."}, {"jobs", "id, action, account, state (waiting, running, paused, needs-login, interrupted, done, failed, cancelled), from, to, items, done, failed, skipped, unknown, requests, bytes, bytes_all, notes, error, made_at, ended_at, undoes (the job that it takes back), retries (the job whose failures it does again), retried (the job that has done what this one failed to do), order (its place among the jobs that were put in an order); of jobs show and jobs report also entries, as above."},
		{"diff", "source, target, by (what is compared: name, size, time), differences: name (below the two folders), difference (only-source, only-target, kind, size, time, twice: several entries have the name, and none is compared), source and target (the entries). --jsonl prints the differences alone."},
		{"share without --policy", "place, id, share (private, some, read, edit)."}, {"outline", "place, id, version, outlines: a tree of title, level (HEADING_LEVEL_TITLE, _BODY, _1 to _9), title_start, title_end, content_start, content_end, children; without positions of a smart document."}, {"cat", "place, id, version, section, cut (true: the service ended before the document did), markdown."},
		{"insert, and doc commands that edit", "one object: place, id, action (markdown, text, paragraph, replace, format, task, image, page-break, table, comment, replace-image, batch, undo, accept, reject), result (done, conflict, partly, unknown, failed, missing, planned), error, kind, base, version, done (how many steps), verified, missing, undo (revert, inverse, none), matches (n, begin, end, context) or found (nth, level, position, above, context) to choose from, changes since the base (change, old, new, old_path, new_path); with --dry-run requests (at most), notes, steps: edit, at or ranges (begin, end), under, before, after, old, text."}, {"doc find", "place, id, version, text, matches: n, begin, end, context."}, {"doc structure, pos, images, comments", "place, id, version, and: nodes (type, start_index, end_index, text_preview, heading_level, logical_index, table_rows, children), total_paragraphs, total_headings, total_tables; position, preceding_text; images (n, position, image_url without its query or attachment_id); comments (id, ref_id, begin, end, author, date, text, done: true where the thread is resolved)."}, {"doc check", "file, elements: element, count, outcome (kept, simpler, unseen, lost), text."}, {"doc revisions", "place, id, version, revisions: n, id, kind (insertion, deletion, moved-from, moved-to, format, paragraph-insertion, paragraph-deletion, paragraph-format, numbering, table-format, row-insertion, row-deletion, row-format, cell-insertion, cell-deletion, cell-merge, cell-format, section-format), begin, end, author, date, text."}, {"doc edits, doc compare", "place, id, edits: at, edits, where, outcome, base, version, undo, undone; with --service version, tool, time. Of compare: old and new (place, id, version), by_length (true: a section counts as changed by its length), changes."},
		{"hook ls, hook wait", "id, at, remote, status (of the answer), state (refused, ignored, duplicate, asking, waiting, running, done, failed, timeout, stopped, denied, busy, cut), reason, count and last (of equal refusals), route (that it came by), event, project, session, kind (prompt, exec), work (the prompt or the command, its first 2 KiB), silent, bytes (of the body), of (the delivery that this one repeats), replay, ahead, started, ended, exit, output (bytes that were printed), notes. --jsonl prints one object a line."}, {"hook show", "the same and method, path, header (name, value; secrets are masked), body (body_base64 when it is not UTF-8), work_dir, dir (where it ran), argv, prompt (as the agent got it), head and tail of the output, between (bytes left out between the two), file (that has all of it)."}, {"hook serve, hook send", "url, address, open (true: no token is asked for), pid, instead_of (the configured port, when it is another user's); of send id, status, event."},
		{"hook routes, hook try", "name, verify, url, secret (true: there is one), last and state (of the newest delivery). Of a try route, signature (right, wrong, unchecked), why, when (path, any, is, holds), ignored, refused, request (as sent to the specified endpoint), env, key."},
		{"hook messages, hook lines", "session, id (the same over all turns), project, turns (of an agent that ended well), messages, last; of a session at, kind (notice, outcome, prompt, reply), from, text, event, delivery, bad (it tells a failure). Of lines name, title, where, text."},
		{"serve", "drive and docs (the addresses), cookie and token (made for this run), pid."}, {"account ls, account status", "name, current, drive, docs; of status also credential, state (signed-in, needs-login, unknown), error, gap, the same of the documents as docs_credential, docs_state, docs_error, docs_gap, the numbers of tools and text_tools (those that read and edit text) that are offered, and missing: a list of tool, why, stops (the actions that need it), text."}, {"config show", "key, value, origin."},
		{"theme ls", "id, name, mode (light, dark, light+dark, any), current, path."}, {"keys", "context, action, keys, title."}, {"doctor", "check, result (ok, warning, failed), detail."},
		{"version", "version, revision, go, system."},
	} {
		p.item(say(j[0]), say(j[1]))
	}
	p.section(say("environment"))
	for _, e := range [][2]text.Text{
		{"ALOFT_CONFIG_HOME, ALOFT_DATA_HOME, ALOFT_STATE_HOME, ALOFT_CACHE_HOME", "the folders themselves; they win over XDG_CONFIG_HOME and the like, which win over ~/.config, ~/.local/share, ~/.local/state and ~/.cache. Where they cannot be written (another owner, read-only, a full disk) what is there can be read: listings, searches, documents, jobs. What changes something is refused before it is sent or kept as a job, and the folder's variable is named."},
		{"ALOFT_ACCOUNT, ALOFT_THEME, ALOFT_KEYS, ALOFT_LANGUAGE", "win over the configuration file; flags win over them."},
		{"ALOFT_<ACCOUNT>_DRIVE_COOKIE", "the session of an account, for automation: upper case, other characters than letters and digits as _. It is read once and taken out of the environment."}, {"ALOFT_<ACCOUNT>_DOCS_TOKEN", "the same for the token of its document service."}, {"ALOFT_<ACCOUNT>_OPEN_TOKEN", "the same for the open platform that takes its images, where open_api_url is set."}, {"ALOFT_<ACCOUNT>_GATE_PASSWORD", "the same for the Redis or Valkey server that keeps the requests of several machines apart, where gate is set."},
		{console.HookToken, "the token of the webhook receiver, instead of the one in the data folder, for automation; hook send sends it. It is read once and taken out of the environment."}, {"ALOFT_<PLATFORM>_PLATFORM_ADDRESS", "the address of a platform of the type shoutrrr, in the same way."}, {"ALOFT_<ROUTE>_ROUTE_SECRET", "the secret of a route of the webhook receiver, in the same way."},
		{"ALOFT_DELIVERY, ALOFT_EVENT, ALOFT_PROJECT, ALOFT_SESSION, ALOFT_PROGRAM", "are set for the commands and agents that a delivery starts: its id, event, project and session key, and this program's path."},
		{"ALOFT_PLACE, ALOFT_PLACES, ALOFT_FOLDER, ALOFT_OTHER, ALOFT_SCREEN", "are set for the commands of keys.toml: the first selected place, all of them (one a line), the folder of the pane and that of the other pane, on this machine as bare paths; and the process of the screen, for aloft send."},
		{"CREDENTIALS_DIRECTORY", "a folder with files named ACCOUNT-drive and ACCOUNT-docs, as systemd gives it."}, {"NO_COLOR", "any value that is not empty turns colours off."},
		{"VISUAL, EDITOR", "the editor, a command of the shell. One that opens a window needs its option to wait."}, {"BROWSER", "opens addresses, and files for which [open] has no rule where there is a desktop: commands separated by colons, %s being the address."},
	} {
		p.item(string(e[0]), say(e[1]))
	}
	p.section(say("keys.toml"))
	p.literal(keysSample)
	p.section(say("configuration file"))
	p.literal(config.Sample)
	return p.String()
}

func (cs *Commands) manCommands(p *page, c *cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.Hidden {
			continue
		}
		body := sub.Short
		if sub.Long != "" {
			body = sub.Long
		}
		use, _, _ := strings.Cut(sub.CommandPath(), " "+sub.Name())
		p.item(use+" "+sub.Use, body)
		p.WriteString(".RS\n")
		flags(p, sub.LocalNonPersistentFlags())
		p.WriteString(".RE\n")
		cs.manCommands(p, sub)
	}
}

func flags(p *page, f *pflag.FlagSet) {
	f.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		head := "--" + f.Name
		if f.Shorthand != "" {
			head = "-" + f.Shorthand + ", " + head
		}
		value, usage := pflag.UnquoteUsage(f)
		if f.Value.Type() != "bool" {
			head += " " + strings.ToUpper(strings.TrimSuffix(f.Value.Type(), "Array"))
		} else { // --dry-run[=FILE]
			head += value
		}
		p.item(head, usage)
	})
}
