package docs

import (
	"cmp"
	"encoding/hex"
	"strings"
	"time"

	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/office"
	"aloft/model/text"
)

// usualMax is the largest import without a switch.
const usualMax = 2 << 30

// Tools are the tools of import and export.
func (s *Transfers) Tools() []pages.Tool {
	file := []pages.Arg{
		{Name: "file_name", Kind: pages.ArgString, Required: true, Help: "name of the file, with its extension"},
		{Name: "file_size", Kind: pages.ArgInteger, Required: true, Second: "size", Help: "size in bytes"},
		{Name: "file_md5", Kind: pages.ArgString, Required: true, Second: "md5", Help: "MD5 of the bytes, 32 lowercase hexadecimal characters"},
	}
	begin := append([]pages.Arg{{Name: "file_key", Kind: pages.ArgString, Required: true, Help: "file_key from pre_import"}}, file...)
	task := pages.Arg{Name: "task_id", Kind: pages.ArgString, Required: true, Help: "task_id of the import or export"}
	return []pages.Tool{
		{Name: "manage.pre_import", Help: "Announce a file to import. Answers upload_url (PUT the bytes with Content-Type: application/octet-stream), file_key and task_id.", Args: file, Change: true, Run: s.preImport},
		{Name: "manage.async_import", Help: "Start an import whose bytes have been uploaded. Answers the task_id to ask for.", Args: append(begin, task), Change: true, Run: s.asyncImport},
		{Name: "manage.import_progress", Help: "How far an import is. At 100: file_id, file_name, file_url.", Args: []pages.Arg{task}, Run: s.importProgress},
		{Name: "manage.export_file", Help: "Start an export. doc gives docx, sheet gives xlsx, slide gives pptx. Answers the task_id to ask for.", Change: true, Run: s.exportFile,
			Args: []pages.Arg{{Name: "file_id", Kind: pages.ArgString, Required: true, Second: "doc_id", Help: "id of the file (file_id)"}}},
		{Name: "manage.export_progress", Help: "How far an export is. At 100: file_name and file_url, a link that is good for about 30 minutes.",
			Args: []pages.Arg{task}, Run: s.exportProgress},
	}
}

// importTitle is the title of the document made from a file.
func importTitle(name string) string {
	if s := office.Suffix(name); s != "" {
		return name[:len(name)-len(s)-1]
	}
	return name
}

// importKind is the kind of the document made from a file, the file's suffix when
// the service cannot make such a kind.
func importKind(name string) string {
	switch s := office.Suffix(name); s {
	case "doc", "docx", "txt", "text":
		return pages.KindDoc
	case "xls", "xlsx", "csv":
		return pages.KindSheet
	case "ppt", "pptx":
		return pages.KindSlide
	case "xmind":
		return pages.KindMind
	default:
		return s
	}
}

// checkImport refuses early what would fail after the upload.
func (s *Transfers) checkImport(name string, size int64, md5 string) error {
	limit := cmp.Or(s.lab.MaxSize, usualMax)
	switch why := store.Check(name); {
	case why != "":
		return pages.Error{Code: pages.Bad, Message: why}
	case !office.Accepts(name):
		return pages.Refuse(pages.Bad, "file_name %q has a suffix that cannot be imported; these can: %s", name, strings.Join(office.Suffixes(), ", "))
	case strings.TrimSpace(importTitle(name)) == "":
		return pages.Refuse(pages.Bad, "file_name %q is nothing but a suffix", name)
	case size <= 0:
		return pages.Refuse(pages.Bad, "file_size is %d: an empty file cannot be imported", size)
	case size > limit:
		return pages.Refuse(pages.Bad, "file_size is %d {byte|bytes}, at most %d can be imported", size, limit)
	}
	if raw, err := hex.DecodeString(md5); err != nil || len(raw) != 16 || md5 != strings.ToLower(md5) {
		return pages.Refuse(pages.Bad, "file_md5 %q is not 32 lowercase hexadecimal characters", md5)
	}
	return nil
}

// preImport answers manage.pre_import. It only makes a task that waits for its
// bytes; one that is never used is deleted after some days.
func (s *Transfers) preImport(c *pages.Call) (pages.Object, error) {
	name, size, md5 := c.Args.Text("file_name"), c.Args.Number("file_size", 0), c.Args.Text("file_md5")
	if err := s.checkImport(name, size, md5); err != nil {
		return nil, err
	}
	t := Transfer{ID: store.NewID(), Kind: TransferImport, State: StatePrepared, Made: c.Now.UnixNano(),
		Name: name, Size: size, MD5: md5, Key: store.NewID(), PageKind: importKind(name)}
	if err := s.pages.Update(c.Ctx, func(l pages.Rows) error { return AddTransfer(l, t) }); err != nil {
		return nil, err
	}
	s.db.Step("prepared")
	k := Signed{Up: true, ID: t.Key, Expires: linkEnd(s.lab, c.Now)}
	return pages.Object{"upload_url": k.address(c.Base, s.secret, t.UploadBound()...), "file_key": t.Key, "task_id": t.ID}, nil
}

// beginTransfer takes the lease of a task that starts now.
func (s *Transfers) beginTransfer(t *Transfer, now time.Time) {
	var least time.Duration
	t.Fail, t.Stuck, least = s.lab.Task()
	t.State, t.Begun, t.Due = StateRunning, now.UnixNano(), now.Add(least).UnixNano()
	t.Owner, t.Lease, t.Tries = s.owner, now.Add(leaseFor).UnixNano(), 1
}

// asyncImport answers manage.async_import. A second call for one task is a success
// that starts nothing: one task makes one document.
func (s *Transfers) asyncImport(c *pages.Call) (pages.Object, error) {
	var t Transfer
	started := false
	err := s.pages.Update(c.Ctx, func(l pages.Rows) (err error) {
		started = false
		key := c.Args.Text("file_key")
		if t, err = findTransfer(l, "filekey = ? AND kind = 'import'", key); err != nil {
			return err
		}
		switch {
		case t.seq == 0:
			return pages.Refuse(pages.Bad, "file_key %q is not known", key)
		case t.ID != c.Args.Text("task_id"):
			return pages.Refuse(pages.Bad, text.BlobDiffers, "task_id")
		case t.Name != c.Args.Text("file_name"):
			return pages.Refuse(pages.Bad, text.BlobDiffers, "file_name")
		case t.MD5 != c.Args.Text("file_md5"):
			return pages.Refuse(pages.Bad, text.BlobDiffers, "file_md5")
		case t.Size != c.Args.Number("file_size", 0):
			return pages.Refuse(pages.Bad, text.BlobDiffers, "file_size")
		case t.State == StatePrepared:
			return pages.Refuse(pages.Bad, "the file has not been uploaded yet, the import was not started")
		case t.State != StateUploaded:
			return nil
		}
		if s.db.Refer(t.Input) != nil {
			return pages.Refuse(pages.Bad, "the uploaded bytes are missing on the service's disk, upload them again")
		}
		started = true
		s.beginTransfer(&t, c.Now)
		if s.lab.TaskID == "other" {
			t.Other = store.NewID()
		}
		return l.Do("UPDATE transfer SET state = ?, begun = ?, due = ?, owner = ?, lease = ?, tries = ?, fail = ?, stuck = ?, other = ? WHERE id = ?",
			t.State, t.Begun, t.Due, t.Owner, t.Lease, t.Tries, t.Fail, t.Stuck, t.Other, t.ID)
	})
	if err != nil {
		return nil, err
	}
	s.db.Step("begun")
	if started {
		s.pursue(t)
	}
	switch {
	case s.lab.TaskID == "none":
		return pages.Object{}, nil
	case t.Other != "":
		return pages.Object{"task_id": t.Other}, nil
	}
	return pages.Object{"task_id": t.ID}, nil
}

// asked finds the task that a call polls.
func (s *Transfers) asked(c *pages.Call, kind string) (Transfer, error) {
	id := c.Args.Text("task_id")
	t, err := readTransfer(c.Ctx, s.pages, "kind = ? AND (id = ? AND other = '' OR other = ?)", kind, id, id)
	if err == nil && t.seq == 0 {
		err = pages.Refuse(pages.Bad, "task_id %q is not known", id)
	}
	return t, err
}

// importProgress answers manage.import_progress: while it runs, only progress.
func (s *Transfers) importProgress(c *pages.Call) (pages.Object, error) {
	t, err := s.asked(c, TransferImport)
	if err != nil {
		return nil, err
	}
	out := s.progress(c.Now, t)
	if out["status"] != StateComplete {
		return out, nil
	}
	d, err := store.Read(c.Ctx, s.pages.View, func(l pages.Rows) (pages.Document, error) { return l.EvenBinned(t.Page) })
	if err != nil {
		return nil, err
	}
	if d.Seq == 0 { // purged meanwhile
		d = pages.Document{Seq: t.Page, Kind: t.PageKind, Title: importTitle(t.Name)}
	}
	out["file_id"], out["file_name"], out["file_url"] = s.pages.FileID(d.Seq), d.Title, s.pages.FileURL(d)
	if list := t.Warned(); len(list) > 0 {
		out["warnings"] = list
	}
	return out, nil
}

// progress is the common part of the answers of import and export.
func (s *Transfers) progress(now time.Time, t Transfer) pages.Object {
	switch {
	case t.State == StatePrepared, t.State == StateUploaded:
		return pages.Object{"progress": int64(0), "status": StatePrepared, "error": "the import has not been started"}
	case t.State == StateFailed:
		return pages.Object{"progress": t.Percent(now), "status": StateFailed, "error": t.Error}
	case t.State == StateComplete && !t.Stuck:
		return pages.Object{"progress": int64(100), "status": StateComplete}
	}
	return pages.Object{"progress": t.Percent(now)}
}

// exportFile answers manage.export_file. The task stores the document's present state; later changes are not in the
// file.
func (s *Transfers) exportFile(c *pages.Call) (pages.Object, error) {
	t := Transfer{ID: store.NewID(), Kind: TransferExport, Made: c.Now.UnixNano()}
	s.beginTransfer(&t, c.Now)
	err := s.pages.Update(c.Ctx, func(l pages.Rows) error {
		d, err := l.Page(c.Args.Text("file_id"), "file_id")
		if err != nil {
			return err
		}
		if t.Suffix, err = exportSuffix(d); err != nil {
			return err
		}
		t.Page, t.Name, t.PageKind, t.Input, t.Size = d.Seq, d.Title, d.Kind, d.Blob, d.Size
		if _, err := l.Row("SELECT version FROM doc WHERE page = ? AND (version > 1 OR ? = '')", []any{d.Seq, d.Blob}, &t.Version); err != nil {
			return err
		}
		if t.Version > 0 { // it was edited since it was imported
			t.Input = ""
		}
		return AddTransfer(l, t)
	})
	if err != nil {
		return nil, err
	}
	s.db.Step("exporting")
	s.pursue(t)
	return pages.Object{"task_id": t.ID}, nil
}

// exportSuffix is the format a page is exported in, or why it is not: that of the
// bytes it was imported with, otherwise that of its kind ("Export" in the document
// specification).
func exportSuffix(d pages.Document) (string, error) {
	switch d.Kind {
	case pages.KindFolder:
		return "", pages.Refuse(pages.WrongKind, "a folder cannot be exported")
	case pages.KindSpace:
		return "", pages.Refuse(pages.WrongKind, "a space cannot be exported, only pages in it")
	case pages.KindWikiLink:
		return "", pages.Refuse(pages.WrongKind, "a link has no content to export")
	}
	if d.Blob != "" && d.Suffix != "" {
		return d.Suffix, nil
	}
	switch d.Kind {
	case pages.KindDoc, pages.KindSmartCanvas:
		return "docx", nil
	case pages.KindSheet:
		return "xlsx", nil
	case pages.KindSlide:
		return "pptx", nil
	}
	return "", pages.Refuse(pages.WrongKind, "documents of the type %s cannot be exported", d.Kind)
}

// exportProgress answers manage.export_progress. Each answer of a complete task has
// a link of its own, so that another poll returns a valid one.
func (s *Transfers) exportProgress(c *pages.Call) (pages.Object, error) {
	t, err := s.asked(c, TransferExport)
	if err != nil {
		return nil, err
	}
	out := s.progress(c.Now, t)
	if out["status"] == StateComplete {
		k := Signed{ID: t.ID, Name: linkName(t.Name, t.Suffix), Expires: linkEnd(s.lab, c.Now)}
		out["file_name"], out["file_url"] = t.Name+"."+t.Suffix, k.address(c.Base, s.secret)
	}
	return out, nil
}

// linkName is a file name that is valid in a URL and in a header: no slash, no
// control character, not too long.
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
