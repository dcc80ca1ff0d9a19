package model

import "aloft/model/text"

// words say what the program's own words mean: states, kinds, actions, results. In English, and in JSON, they are
// themselves, since scripts and the guide know them.
var words = map[string]text.Text{
	// states of jobs, items, deliveries, the receiver, accounts, checks
	"waiting": "waiting", "running": "running", "paused": "paused", "needs-login": "needs login", "interrupted": "interrupted",
	"done": "done", "failed": "failed", "cancelled": "cancelled", "planned": "planned", "intent": "being sent", "unknown": "unknown",
	"skipped": "skipped", "missing": "not there", "conflict": "conflict", "partly": "done in part",
	"refused": "refused", "ignored": "ignored", "duplicate": "repeated", "asking": text.HookPaneStateAsking, "timeout": "timeout",
	"stopped": "stopped", "denied": "denied", "busy": "busy", "cut": "cut off",
	"off": "off", "up": "listening", "other": "other", "taken": "taken", "open": "open to all",
	"signed-in": "signed in", "ok": "fine", "warning": "warning",
	"right": "as it must be", "wrong": "wrong", "unchecked": "not checked", // of a signature
	// what a delivery does, and what is said about it
	"prompt": "prompt", "exec": "command", "notice": "notice", "outcome": "outcome", "reply": "reply",
	// kinds of entries
	"folder": "folder", "file": "file", "doc": "document", "sheet": "spreadsheet", "slide": "slides", "form": "form", "mind": "mind map",
	"flowchart": "flow chart", "smartcanvas": "smart document", "smartsheet": "smart sheet", "space": "space", "link": "link",
	// actions on entries and documents
	"mkdir": "make folder", "rename": "rename", "move": "move", "delete": "delete", "recover": "recover", "purge": "purge", "new": "new",
	"copy": "copy", "share": "share", "import": "import", "export": "export", "upload": "upload", "download": "download",
	"transfer": "transfer", "move-across": "move across",
	"text": "text", "paragraph": "paragraph", "replace": "replace", "replace-all": "replace all", "format": "format", "task": "task",
	"image": "image", "page-break": "page break", "table": "table", "comment": "comment", "replace-image": "replace image",
	"markdown": "Markdown", "revert": "take back", "revisions": "tracked changes", "resolve": "resolve",
	// differences, and what entries are compared by
	"kind": "kind", "size": "size", "time": "time", "checksum": "checksum",
	"added": "added", "gone": "gone", "changed": text.InfoModified, "moved": "moved", "renamed": "renamed",
}

// Term is such a word as a part of a sentence.
func Term[S ~string](s S) text.Text {
	if t := words[string(s)]; t != "" {
		return t
	}
	return text.Text(s)
}

// Word is one of the program's own words in the language of a reader.
func Word[S ~string](c *text.Catalogue, s S) string {
	raw := string(s)
	if t := words[raw]; t != "" {
		if said := c.Say(t); said != string(t) {
			return said
		}
	}
	return raw
}
