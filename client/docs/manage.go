package docs

import (
	"cmp"
	"context"

	"aloft/client"
	"aloft/client/docs/conn"
	"aloft/client/docs/lenient"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

// wireEntry is what the lists of files and folders hold, and the answers to
// creations and copies ("Resources and their fields" in the document
// specification).
type wireEntry struct {
	ID       lenient.String `json:"id"`
	FileID   lenient.String `json:"file_id"`
	Title    lenient.String `json:"title"`
	FileName lenient.String `json:"file_name"`
	URL      lenient.String `json:"url"`
	FileURL  lenient.String `json:"file_url"`
	Folder   lenient.Bool   `json:"is_folder"`
	Type     lenient.String `json:"type"`
	Space    lenient.String `json:"space_id"`
}

// entry turns wire words into ours.
func (w wireEntry) entry(s *Service) model.Entry {
	link := string(cmp.Or(w.URL, w.FileURL))
	e := model.Entry{
		ID:   string(cmp.Or(w.FileID, w.ID)),
		Name: nameOf(string(cmp.Or(w.Title, w.FileName))),
		Kind: kindOf(string(w.Type)),
		MIME: mimeOf(string(w.Type), link),
		Size: model.Unknown, Children: model.Unknown,
		Link: s.link(link),
	}
	e.InSpace(string(w.Space))
	if e.Kind == model.KindOther {
		e.Kind = kindOfLink(link)
	}
	if w.Folder.V {
		e.Kind = model.KindFolder
	}
	return e
}

// batch is one page of a list.
type batch struct {
	entries []model.Entry
	raw     int        // entries on the page, unreadable ones too
	more    bool       // the service says that another page follows
	told    bool       // whether it has said so at all
	at      conn.Reply // when it was asked for
}

// folderList reads entries of a home folder from an offset on ("" = the root).
func (s *Service) folderList(ctx context.Context, folder string, start int, a tool.Purpose) (batch, error) {
	c := a.Read(tool.FolderList, tool.May("folder_id", folder), tool.Arg{Name: "start", Value: int64(start), Needless: start == 0})
	var v struct {
		List   lenient.List[wireEntry] `json:"list"`
		Finish lenient.Bool            `json:"finish"`
	}
	r, err := s.conn.Read(ctx, c, &v)
	if err == nil {
		err = r.Listed(v.List.OK)
	}
	if err != nil {
		return batch{}, err
	}
	b := batch{raw: v.List.Raw, more: v.Finish.OK && !v.Finish.V, told: v.Finish.OK, at: r}
	for _, w := range v.List.Items {
		if e := w.entry(s); e.ID != "" {
			b.entries = append(b.entries, e)
		}
	}
	return b, nil
}

// folderMeta is the way up from a folder (facts/documents.md "manage.*").
func (s *Service) folderMeta(ctx context.Context, folder string, a tool.Purpose) (title, parent string, err error) {
	c := a.Read(tool.FolderMeta, tool.Is("folder_id", folder))
	type meta struct {
		ID     lenient.String `json:"id"`
		Parent lenient.String `json:"parent_id"`
		Title  lenient.String `json:"title"`
	}
	var v struct {
		meta
		Folder *meta `json:"folder"`
	}
	if _, err := s.conn.Read(ctx, c, &v); err != nil {
		return "", "", err
	}
	if v.Folder != nil {
		v.meta = *v.Folder
	}
	return nameOf(string(v.Title)), string(v.Parent), nil
}

// fileInfo is all that the service tells of a file ("File info" in the document
// specification; live it may be wrapped in "file").
func (s *Service) fileInfo(ctx context.Context, id string, a tool.Purpose) (model.Entry, error) {
	c := a.Read(tool.Info, tool.Is("file_id", id))
	type info struct {
		wireEntry
		Status     lenient.String `json:"status"`
		Created    lenient.Int    `json:"create_time"`
		Creator    lenient.String `json:"create_name"`
		Modified   lenient.Int    `json:"last_modify_time"`
		ModifiedBy lenient.String `json:"last_modify_name"`
		Owner      lenient.String `json:"owner_name"`
	}
	var v struct {
		info
		File *info `json:"file"`
	}
	_, err := s.conn.Read(ctx, c, &v)
	if err != nil {
		return model.Entry{}, err
	}
	if v.File != nil {
		v.info = *v.File
	}
	e := v.entry(s)
	if e.ID == "" && string(cmp.Or(v.Title, v.FileName)) == "" {
		return model.Entry{}, client.Errorf(client.KindServer, c.Op, c.Place, text.DocsNoData, c.Tool.Name())
	}
	if e.ID == "" {
		e.ID = id
	}
	e.Learn(model.DocFacts{Status: string(v.Status), Owner: string(v.Owner), Creator: string(v.Creator),
		Editor: string(v.ModifiedBy), Space: e.Facts().Space})
	e.Created, e.Modified = lenient.Time(v.Created), lenient.Time(v.Modified)
	return e, nil
}

// createFile makes a document, a folder or a page of a space.
func (s *Service) createFile(ctx context.Context, title, fileType, parent, space string, link *linkNode, a tool.Purpose) (model.Entry, error) {
	args := []tool.Arg{tool.Is("title", title), tool.Is("file_type", fileType), tool.May("parent_id", parent), tool.May("space_id", space)}
	if link != nil {
		args = append(args, tool.Is("link_node", link))
	}
	return s.made(ctx, a.Write(tool.Create, args...))
}

// linkNode is where a page that is a link leads ("Creation" in the document
// specification).
type linkNode struct {
	URL  string `json:"link_url"`
	Text string `json:"link_description,omitempty"`
}

// createByMDX makes a smart document of Markdown (facts/documents.md "doc.*").
func (s *Service) createByMDX(ctx context.Context, title, content string, a tool.Purpose) (model.Entry, error) {
	return s.made(ctx, a.Write(tool.CreateByMDX,
		tool.Is("title", title), tool.Is("mdx", content), tool.Arg{Name: "content_format", Value: "markdown", Needless: true}))
}

// copyFile makes a copy; folder "" = where the original is.
func (s *Service) copyFile(ctx context.Context, id, title, folder string, a tool.Purpose) (model.Entry, error) {
	return s.made(ctx, a.Write(tool.Copy, tool.Is("file_id", id), tool.Is("title", title), tool.May("folder_id", folder)))
}

// made reads what a creation answers.
func (s *Service) made(ctx context.Context, c *tool.Call) (model.Entry, error) {
	r, err := s.conn.Do(ctx, c)
	if err != nil {
		return model.Entry{}, err
	}
	var w wireEntry
	_ = lenient.Object(r.Payload, &w)
	e := w.entry(s)
	if e.ID == "" {
		// It is made, most likely; only the folder's listing can tell.
		return e, c.Unclear(text.DocsNoNewID)
	}
	return e, nil
}

// renameFile gives a file, a folder or a page another title.
func (s *Service) renameFile(ctx context.Context, id, title string, a tool.Purpose) error {
	_, err := s.conn.Do(ctx, a.Write(tool.Rename, tool.Is("file_id", id), tool.Is("title", title)))
	return err
}

// moveFile moves into a folder of the home, "" = its root.
func (s *Service) moveFile(ctx context.Context, id, folder string, a tool.Purpose) error {
	_, err := s.conn.Do(ctx, a.Write(tool.Move, tool.Is("file_id", id), tool.May("target_folder_id", folder)))
	return err
}

// moveToSpace moves under a page of a space, "" = the space itself.
func (s *Service) moveToSpace(ctx context.Context, id, space, parent string, a tool.Purpose) error {
	_, err := s.conn.Do(ctx, a.Write(tool.MoveToSpace, tool.Is("file_id", id), tool.Is("space_id", space), tool.May("target_parent_id", parent)))
	return err
}

// deleteFile deletes by one of two arguments that must not be mixed.
func (s *Service) deleteFile(ctx context.Context, id string, how tool.Arg, a tool.Purpose) error {
	_, err := s.conn.Do(ctx, a.Write(tool.Delete, tool.Is("file_id", id), how))
	return err
}
