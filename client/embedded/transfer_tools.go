package embedded

import (
	"encoding/hex"
	"strings"
	"time"

	"aloft/client/office"
	"aloft/model/text"
)

// usualMax is the largest import without a switch.
const usualMax = 2 << 30

// Tools are the tools of import and export.
func (s *transferService) Tools() []docsTool {
	file := []docsArg{
		{name: "file_name", kind: argString, required: true, help: "name of the file, with its extension"},
		{name: "file_size", kind: argInteger, required: true, second: "size", help: "size in bytes"},
		{name: "file_md5", kind: argString, required: true, second: "md5", help: "MD5 of the bytes, 32 lowercase hexadecimal characters"},
	}
	begin := append([]docsArg{{name: "file_key", kind: argString, required: true, help: "file_key from pre_import"}}, file...)
	task := docsArg{name: "task_id", kind: argString, required: true, help: "task_id of the import or export"}
	return []docsTool{
		{name: "manage.pre_import", help: "Announce a file to import. Answers upload_url (PUT the bytes with Content-Type: application/octet-stream), file_key and task_id.", args: file, change: true, run: s.preImport},
		{name: "manage.async_import", help: "Start an import whose bytes have been uploaded. Answers the task_id to ask for.", args: append(begin, task), change: true, run: s.asyncImport},
		{name: "manage.import_progress", help: "How far an import is. At 100: file_id, file_name, file_url.", args: []docsArg{task}, run: s.importProgress},
		{name: "manage.export_file", help: "Start an export. doc gives docx, sheet gives xlsx, slide gives pptx. Answers the task_id to ask for.", change: true, run: s.exportFile,
			args: []docsArg{{name: "file_id", kind: argString, required: true, second: "doc_id", help: "file_id of the document"}}},
		{name: "manage.export_progress", help: "How far an export is. At 100: file_name and file_url, a link that is good for about 30 minutes.",
			args: []docsArg{task}, run: s.exportProgress},
	}
}

// importTitle is the title of the document that a file becomes.
func importTitle(name string) string {
	if s := office.Suffix(name); s != "" {
		return name[:len(name)-len(s)-1]
	}
	return name
}

// importKind is the kind of the document that a file becomes, a suffix when it
// is none that the service can make.
func importKind(name string) string {
	switch s := office.Suffix(name); s {
	case "doc", "docx", "txt", "text":
		return kindDoc
	case "xls", "xlsx", "csv":
		return kindSheet
	case "ppt", "pptx":
		return kindSlide
	case "xmind":
		return kindMind
	default:
		return s
	}
}

// checkImport refuses what would only fail after the upload.
func (s *transferService) checkImport(name string, size int64, md5 string) error {
	limit := s.faults.MaxSize
	if limit == 0 {
		limit = usualMax
	}
	switch why := checkName(name); {
	case why != "":
		return docsError{docsBad, why}
	case !office.Accepts(name):
		return refuse(docsBad, "file_name %q has a suffix that cannot be imported; these can: %s", name, strings.Join(office.Suffixes(), ", "))
	case strings.TrimSpace(importTitle(name)) == "":
		return refuse(docsBad, "file_name %q is nothing but a suffix", name)
	case size <= 0:
		return refuse(docsBad, "file_size is %d: an empty file cannot be imported", size)
	case size > limit:
		return refuse(docsBad, "file_size is %d {byte|bytes}, at most %d can be imported", size, limit)
	}
	if raw, err := hex.DecodeString(md5); err != nil || len(raw) != 16 || md5 != strings.ToLower(md5) {
		return refuse(docsBad, "file_md5 %q is not 32 lowercase hexadecimal characters", md5)
	}
	return nil
}

// preImport answers manage.pre_import. It makes nothing but a task that waits
// for its bytes; one that is never used is forgotten after some days.
func (s *transferService) preImport(c *docsCall) (object, error) {
	name, size, md5 := c.args.text("file_name"), c.args.number("file_size", 0), c.args.text("file_md5")
	if err := s.checkImport(name, size, md5); err != nil {
		return nil, err
	}
	t := transfer{id: newID(), kind: transferImport, state: statePrepared, made: c.now.UnixNano(),
		name: name, size: size, md5: md5, key: newID(), pageKind: importKind(name)}
	if err := s.pages.update(c.ctx, func(l rows) error { return addTransfer(l, t) }); err != nil {
		return nil, err
	}
	s.db.step("prepared")
	k := signed{up: true, id: t.key, expires: s.links.until(c.now)}
	return object{"upload_url": s.links.address(c.base, k, t.uploadBound()...), "file_key": t.key, "task_id": t.id}, nil
}

// beginTransfer draws what the switches have in store for a task that starts now, and
// makes it ours.
func (s *transferService) beginTransfer(t *transfer, now time.Time) {
	var least time.Duration
	t.fail, t.stuck, least = s.chance.rollTask(s.faults)
	t.state, t.begun, t.due = stateRunning, now.UnixNano(), now.Add(least).UnixNano()
	t.owner, t.lease, t.tries = s.owner, now.Add(leaseFor).UnixNano(), 1
}

// asyncImport answers manage.async_import. A second call for one task is a
// success that starts nothing: one task makes one document.
func (s *transferService) asyncImport(c *docsCall) (object, error) {
	var t transfer
	started := false
	err := s.pages.update(c.ctx, func(l rows) (err error) {
		var found bool
		started = false
		key := c.args.text("file_key")
		if t, found, err = transferWhere(l, "filekey = ? AND kind = 'import'", key); err != nil {
			return err
		}
		switch {
		case !found:
			return refuse(docsBad, "file_key %q is not known", key)
		case t.id != c.args.text("task_id"):
			return refuse(docsBad, text.BlobDiffers, "task_id")
		case t.name != c.args.text("file_name"):
			return refuse(docsBad, text.BlobDiffers, "file_name")
		case t.md5 != c.args.text("file_md5"):
			return refuse(docsBad, text.BlobDiffers, "file_md5")
		case t.size != c.args.number("file_size", 0):
			return refuse(docsBad, text.BlobDiffers, "file_size")
		case t.state == statePrepared:
			return refuse(docsBad, "the file has not been uploaded yet, the import was not started")
		case t.state != stateUploaded:
			return nil
		}
		if s.db.refer(t.input) != nil {
			return refuse(docsBad, "the uploaded bytes are missing on the service's disk, upload them again")
		}
		started = true
		s.beginTransfer(&t, c.now)
		if s.faults.TaskID == "other" {
			t.other = newID()
		}
		return l.do("UPDATE transfer SET state = ?, begun = ?, due = ?, owner = ?, lease = ?, tries = ?, fail = ?, stuck = ?, other = ? WHERE id = ?",
			t.state, t.begun, t.due, t.owner, t.lease, t.tries, t.fail, t.stuck, t.other, t.id)
	})
	if err != nil {
		return nil, err
	}
	s.db.step("begun")
	if started {
		s.pursue(t)
	}
	switch {
	case s.faults.TaskID == "none":
		return object{}, nil
	case t.other != "":
		return object{"task_id": t.other}, nil
	}
	return object{"task_id": t.id}, nil
}

// asked finds the task of a question about its progress.
func (s *transferService) asked(c *docsCall, kind string) (t transfer, err error) {
	id := c.args.text("task_id")
	err = s.pages.view(c.ctx, func(l rows) error {
		var found bool
		if t, found, err = transferWhere(l, "kind = ? AND (id = ? AND other = '' OR other = ?)", kind, id, id); err == nil && !found {
			err = refuse(docsBad, "task_id %q is not known", id)
		}
		return err
	})
	return t, err
}

// importProgress answers manage.import_progress: while it runs, progress alone.
func (s *transferService) importProgress(c *docsCall) (object, error) {
	t, err := s.asked(c, transferImport)
	if err != nil {
		return nil, err
	}
	out := s.progress(c.now, t)
	if out["status"] != stateComplete {
		return out, nil
	}
	var d document
	err = s.pages.view(c.ctx, func(l rows) (err error) {
		d, err = l.evenBinned(t.page)
		return err
	})
	if err != nil {
		return nil, err
	}
	if d.seq == 0 { // deleted for good meanwhile
		d = document{seq: t.page, kind: t.pageKind, title: importTitle(t.name)}
	}
	out["file_id"], out["file_name"], out["file_url"] = s.pages.fileID(d.seq), d.title, s.pages.fileURL(d)
	if list := t.warned(); len(list) > 0 {
		out["warnings"] = list
	}
	return out, nil
}

// progress is what import and export answer alike.
func (s *transferService) progress(now time.Time, t transfer) object {
	var c *text.Catalogue
	switch {
	case t.state == statePrepared, t.state == stateUploaded:
		return object{"progress": int64(0), "status": statePrepared, "error": c.Say("the import has not been started")}
	case t.state == stateFailed:
		return object{"progress": t.percent(now), "status": stateFailed, "error": t.error}
	case t.state == stateComplete && !t.stuck:
		return object{"progress": int64(100), "status": stateComplete}
	}
	return object{"progress": t.percent(now)}
}

// exportFile answers manage.export_file. The task keeps what the document is
// now: a change after it is not in the file.
func (s *transferService) exportFile(c *docsCall) (object, error) {
	t := transfer{id: newID(), kind: transferExport, made: c.now.UnixNano()}
	s.beginTransfer(&t, c.now)
	err := s.pages.update(c.ctx, func(l rows) error {
		d, err := l.page(c.args.text("file_id"), "file_id")
		if err != nil {
			return err
		}
		if t.suffix, err = exportSuffix(d); err != nil {
			return err
		}
		t.page, t.name, t.pageKind, t.input, t.size = d.seq, d.title, d.kind, d.blob, d.size
		if _, err := l.row("SELECT version FROM doc WHERE page = ? AND (version > 1 OR ? = '')", []any{d.seq, d.blob}, &t.version); err != nil {
			return err
		}
		if t.version > 0 { // what was imported is not what it is now
			t.input = ""
		}
		return addTransfer(l, t)
	})
	if err != nil {
		return nil, err
	}
	s.db.step("exporting")
	s.pursue(t)
	return object{"task_id": t.id}, nil
}

// exportSuffix is the format a page is exported in, or why it is not: that of
// the bytes it was imported with, else that of its kind ("Export" in the
// document specification).
func exportSuffix(d document) (string, error) {
	switch d.kind {
	case kindFolder:
		return "", refuse(docsKind, "a folder cannot be exported")
	case kindSpace:
		return "", refuse(docsKind, "a space cannot be exported, only pages in it")
	case kindWikiLink:
		return "", refuse(docsKind, "a link has no content to export")
	}
	if d.blob != "" && d.suffix != "" {
		return d.suffix, nil
	}
	switch d.kind {
	case kindDoc, kindSmartCanvas:
		return "docx", nil
	case kindSheet:
		return "xlsx", nil
	case kindSlide:
		return "pptx", nil
	}
	return "", refuse(docsKind, "documents of the type %s cannot be exported", d.kind)
}

// exportProgress answers manage.export_progress. Each answer of a complete task
// has a link of its own, so that asking again gives a good one.
func (s *transferService) exportProgress(c *docsCall) (object, error) {
	t, err := s.asked(c, transferExport)
	if err != nil {
		return nil, err
	}
	out := s.progress(c.now, t)
	if out["status"] == stateComplete {
		k := signed{id: t.id, name: linkName(t.name, t.suffix), expires: s.links.until(c.now)}
		out["file_name"], out["file_url"] = t.name+"."+t.suffix, s.links.address(c.base, k)
	}
	return out, nil
}

// linkName is a file name that stands in an address and in a header without
// trouble: no slash, no control character, not too long.
func linkName(title, suffix string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '/' || r == '\\' || r == '"' {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(title, "_"))
	if r := []rune(clean); len(r) > 60 {
		clean = string(r[:60])
	}
	if strings.Trim(clean, ".") == "" {
		clean = "_" + clean
	}
	return clean + "." + suffix
}
