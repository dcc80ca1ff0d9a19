package docs

import (
	"context"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// asking is who asks, for what, and how urgently.
type asking struct {
	op    string
	place model.Place
	class client.Class
	lane  string
	probe bool
}

func ask(op string, p model.Place, opt client.Options) asking {
	return asking{op: op, place: p, class: opt.Class, lane: opt.Lane}
}

// read is a call that changes nothing.
func (a asking) read(t tool, args ...arg) *call {
	return &call{tool: t, op: a.op, place: a.place, args: args, class: a.class, lane: a.lane, probe: a.probe}
}

// write is a call that may change something.
func (a asking) write(t tool, args ...arg) *call {
	c := a.read(t, args...)
	c.write, c.lane = true, ""
	return c
}

func is(name string, value any) arg { return arg{name: name, value: value} }

// may is an argument whose empty value is the service's default.
func may(name, value string) arg { return arg{name: name, value: value, needless: value == ""} }

// wireEntry is what the lists of files and folders hold, and the answers to
// creations and copies ("Resources and their fields" in the document
// specification).
type wireEntry struct {
	ID       word `json:"id"`
	FileID   word `json:"file_id"`
	Title    word `json:"title"`
	FileName word `json:"file_name"`
	URL      word `json:"url"`
	FileURL  word `json:"file_url"`
	Folder   flag `json:"is_folder"`
	Type     word `json:"type"`
	Space    word `json:"space_id"`
}

func first(a ...word) string {
	for _, w := range a {
		if w != "" {
			return string(w)
		}
	}
	return ""
}

// entry turns wire words into ours.
func (w wireEntry) entry(s *Service) model.Entry {
	link := first(w.URL, w.FileURL)
	e := model.Entry{
		ID:   first(w.FileID, w.ID),
		Name: nameOf(first(w.Title, w.FileName)),
		Kind: kindOf(string(w.Type)),
		MIME: mimeOf(string(w.Type), link),
		Size: model.Unknown, Children: model.Unknown,
		Link: s.link(link),
	}
	e.InSpace(string(w.Space))
	if e.Kind == model.KindOther {
		e.Kind = kindOfLink(link)
	}
	if w.Folder.v {
		e.Kind = model.KindFolder
	}
	return e
}

// batch is one page of a list.
type batch struct {
	entries []model.Entry
	raw     int   // entries on the page, unreadable ones too
	more    bool  // the service says that another page follows
	told    bool  // whether it has said so at all
	at      reply // when it was asked for
}

// folderList reads entries of a home folder from an offset on ("" = the root).
func (s *Service) folderList(ctx context.Context, folder string, start int, a asking) (batch, error) {
	c := a.read(toolFolderList, may("folder_id", folder), arg{name: "start", value: int64(start), needless: start == 0})
	var v struct {
		List   list[wireEntry] `json:"list"`
		Finish flag            `json:"finish"`
	}
	r, err := s.do(ctx, c)
	if err == nil {
		err = r.into(c, &v)
	}
	if err == nil {
		err = r.listed(c, v.List.ok)
	}
	if err != nil {
		return batch{}, err
	}
	b := batch{raw: v.List.raw, more: v.Finish.ok && !v.Finish.v, told: v.Finish.ok, at: r}
	for _, w := range v.List.items {
		if e := w.entry(s); e.ID != "" {
			b.entries = append(b.entries, e)
		}
	}
	return b, nil
}

// folderMeta is the way up from a folder (facts/documents.md "manage.*").
func (s *Service) folderMeta(ctx context.Context, folder string, a asking) (title, parent string, err error) {
	c := a.read(toolFolderMeta, is("folder_id", folder))
	type meta struct {
		ID     word `json:"id"`
		Parent word `json:"parent_id"`
		Title  word `json:"title"`
	}
	var v struct {
		meta
		Folder *meta `json:"folder"`
	}
	r, err := s.do(ctx, c)
	if err == nil {
		err = r.into(c, &v)
	}
	if err != nil {
		return "", "", err
	}
	if v.Folder != nil {
		v.meta = *v.Folder
	}
	return nameOf(string(v.Title)), string(v.Parent), nil
}

// fileInfo is all that the service tells of a file ("File info" in the document
// specification; live it may be wrapped in "file").
func (s *Service) fileInfo(ctx context.Context, id string, a asking) (model.Entry, error) {
	c := a.read(toolInfo, is("file_id", id))
	type info struct {
		wireEntry
		Status     word `json:"status"`
		Created    num  `json:"create_time"`
		Creator    word `json:"create_name"`
		Modified   num  `json:"last_modify_time"`
		ModifiedBy word `json:"last_modify_name"`
		Owner      word `json:"owner_name"`
	}
	var v struct {
		info
		File *info `json:"file"`
	}
	r, err := s.do(ctx, c)
	if err == nil {
		err = r.into(c, &v)
	}
	if err != nil {
		return model.Entry{}, err
	}
	if v.File != nil {
		v.info = *v.File
	}
	e := v.entry(s)
	if e.ID == "" && first(v.Title, v.FileName) == "" {
		return model.Entry{}, client.Errorf(client.KindServer, c.op, c.place, text.DocsNoData, c.tool.name())
	}
	if e.ID == "" {
		e.ID = id
	}
	e.Learn(model.DocFacts{Status: string(v.Status), Owner: string(v.Owner), Creator: string(v.Creator),
		Editor: string(v.ModifiedBy), Space: e.Facts().Space})
	e.Created, e.Modified = stamp(v.Created), stamp(v.Modified)
	return e, nil
}

// createFile makes a document, a folder or a page of a space.
func (s *Service) createFile(ctx context.Context, title, fileType, parent, space string, link *linkNode, a asking) (model.Entry, error) {
	args := []arg{is("title", title), is("file_type", fileType), may("parent_id", parent), may("space_id", space)}
	if link != nil {
		args = append(args, is("link_node", link))
	}
	return s.made(ctx, a.write(toolCreate, args...))
}

// linkNode is where a page that is a link leads ("Creation" in the document
// specification).
type linkNode struct {
	URL  string `json:"link_url"`
	Text string `json:"link_description,omitempty"`
}

// createByMDX makes a smart document of Markdown (facts/documents.md "doc.*").
func (s *Service) createByMDX(ctx context.Context, title, content string, a asking) (model.Entry, error) {
	return s.made(ctx, a.write(toolCreateByMDX,
		is("title", title), is("mdx", content), arg{name: "content_format", value: "markdown", needless: true}))
}

// copyFile makes a copy; folder "" = where the original is.
func (s *Service) copyFile(ctx context.Context, id, title, folder string, a asking) (model.Entry, error) {
	return s.made(ctx, a.write(toolCopy, is("file_id", id), is("title", title), may("folder_id", folder)))
}

// made reads what a creation answers.
func (s *Service) made(ctx context.Context, c *call) (model.Entry, error) {
	r, err := s.do(ctx, c)
	if err != nil {
		return model.Entry{}, err
	}
	var w wireEntry
	_ = object(r.payload, &w)
	e := w.entry(s)
	if e.ID == "" {
		// It is made, most likely; only the folder's listing can tell.
		return e, c.unclear(text.DocsNoNewID)
	}
	return e, nil
}

// searchFile finds documents by their titles.
func (s *Service) searchFile(ctx context.Context, key string, a asking) ([]model.Entry, error) {
	c := a.read(toolSearch, is("search_key", key))
	return s.hits(ctx, c)
}

// recentFiles is one page (from 1) of the recent list.
func (s *Service) recentFiles(ctx context.Context, page, count, order int, a asking) ([]model.Entry, error) {
	c := a.read(toolRecent, is("num", int64(page)), is("count", int64(count)), arg{name: "order_by", value: int64(order), needless: order == 0})
	return s.hits(ctx, c)
}

// hits reads a list that is no folder; its key differs (facts/documents.md
// "Transport").
func (s *Service) hits(ctx context.Context, c *call) ([]model.Entry, error) {
	var v struct {
		List  list[wireEntry] `json:"list"`
		Files list[wireEntry] `json:"files"`
		File  list[wireEntry] `json:"file"`
	}
	r, err := s.do(ctx, c)
	if err == nil {
		err = r.into(c, &v)
	}
	if err == nil {
		err = r.listed(c, (v.List.ok || v.Files.ok || v.File.ok) && !v.List.odd && !v.Files.odd && !v.File.odd)
	}
	if err != nil {
		return nil, err
	}
	var out []model.Entry
	for _, l := range []list[wireEntry]{v.List, v.Files, v.File} {
		for _, w := range l.items {
			if e := w.entry(s); e.ID != "" {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

// renameFile gives a file, a folder or a page another title.
func (s *Service) renameFile(ctx context.Context, id, title string, a asking) error {
	_, err := s.do(ctx, a.write(toolRename, is("file_id", id), is("title", title)))
	return err
}

// policy reads the number of a permission policy.
func (s *Service) policy(ctx context.Context, id string, a asking) (int64, error) {
	c := a.read(toolGetPolicy, is("file_id", id))
	var v struct {
		Policy num `json:"policy"`
	}
	r, err := s.do(ctx, c)
	if err == nil {
		err = r.into(c, &v)
	}
	return v.Policy.or(-1), err
}

// setPolicy sets it; only 2 and 3 can be set ("Permission policy" in the
// document specification).
func (s *Service) setPolicy(ctx context.Context, id string, policy int64, a asking) error {
	_, err := s.do(ctx, a.write(toolSetPolicy, is("file_id", id), is("policy", policy)))
	return err
}

// moveFile moves into a folder of the home, "" = its root.
func (s *Service) moveFile(ctx context.Context, id, folder string, a asking) error {
	_, err := s.do(ctx, a.write(toolMove, is("file_id", id), may("target_folder_id", folder)))
	return err
}

// moveToSpace moves under a page of a space, "" = the space itself.
func (s *Service) moveToSpace(ctx context.Context, id, space, parent string, a asking) error {
	_, err := s.do(ctx, a.write(toolMoveToSpace, is("file_id", id), is("space_id", space), may("target_parent_id", parent)))
	return err
}

// deleteFile deletes by one of two arguments that must not be mixed.
func (s *Service) deleteFile(ctx context.Context, id string, how arg, a asking) error {
	_, err := s.do(ctx, a.write(toolDelete, is("file_id", id), how))
	return err
}
