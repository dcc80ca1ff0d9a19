package docs

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"aloft/client"
	"aloft/client/docs/conn"
	"aloft/client/docs/tool"
	"aloft/client/lenient"
	"aloft/model"
	"aloft/model/text"
)

// wireEntry is in lists and in the answers to creations and copies ("Resources and their
// fields" in the document specification).
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
	at      conn.Reply // when it was requested
}

// batchOf is the batch of a list; what has no id is not in it.
func batchOf[T any](list lenient.List[T], more, told bool, at conn.Reply, entry func(T) model.Entry) batch {
	all := slices.DeleteFunc(model.Each(list.Items, entry), func(e model.Entry) bool { return e.ID == "" })
	return batch{all, list.Raw, more, told, at}
}

// folderList reads entries of a home folder from an offset ("" = the root).
func (s *Service) folderList(ctx context.Context, folder string, start int, a tool.Purpose) (batch, error) {
	c := a.Read(tool.FolderList, tool.May("folder_id", folder), tool.Arg{Name: "start", Value: int64(start), Needless: start == 0})
	var v struct {
		List   lenient.List[wireEntry] `json:"list"`
		Finish lenient.Bool            `json:"finish"`
	}
	r, err := s.conn.Read(ctx, c, &v, func() bool { return v.List.OK })
	if err != nil {
		return batch{}, err
	}
	return batchOf(v.List, v.Finish.OK && !v.Finish.V, v.Finish.OK, r, func(w wireEntry) model.Entry { return w.entry(s) }), nil
}

// folderMeta returns the parent of a folder. It is the only way up from there.
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
	if _, err := s.conn.Read(ctx, c, &v, nil); err != nil {
		return "", "", err
	}
	if v.Folder != nil {
		v.meta = *v.Folder
	}
	return nameOf(string(v.Title)), string(v.Parent), nil
}

// fileInfo: "File info" in the document specification; live it may be wrapped in "file".
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
	if _, err := s.conn.Read(ctx, c, &v, nil); err != nil {
		return model.Entry{}, err
	}
	if v.File != nil {
		v.info = *v.File
	}
	e := v.entry(s)
	if e.ID == "" && string(cmp.Or(v.Title, v.FileName)) == "" {
		return model.Entry{}, client.Errorf(client.KindServer, c.Op, c.Place, text.DocsNoData, c.Tool.Name())
	}
	e.ID = cmp.Or(e.ID, id)
	e.Learn(model.DocFacts{Status: string(v.Status), Owner: string(v.Owner), Creator: string(v.Creator),
		Editor: string(v.ModifiedBy), Space: e.Facts().Space})
	e.Created, e.Modified = lenient.Time(v.Created), lenient.Time(v.Modified)
	return e, nil
}

// linkNode: "Creation" in the document specification.
type linkNode struct {
	URL  string `json:"link_url"`
	Text string `json:"link_description,omitempty"`
}

// create makes a document, a folder or a page of a space. Where the service has no
// tool for that, folders and links in spaces are made as pages.
func (s *Service) create(ctx context.Context, folder model.Ref, title string, k model.Kind, link *linkNode, a tool.Purpose) (model.Entry, error) {
	args := []tool.Arg{tool.Is("title", title), tool.Is("file_type", fileTypes[k]), tool.May("parent_id", parentNode(folder)), tool.May("space_id", folder.Space)}
	if link != nil {
		args = append(args, tool.Is("link_node", link))
	}
	e, err := s.made(ctx, a.Write(tool.Create, args...))
	if nodeTypes[k] != "" && notOffered(err) && folder.Space != "" {
		return s.createNode(ctx, folder, title, nodeTypes[k], link, a)
	}
	return e, err
}

func (s *Service) made(ctx context.Context, c *tool.Call) (model.Entry, error) {
	r, err := s.conn.Do(ctx, c)
	if err != nil {
		return model.Entry{}, err
	}
	var w wireEntry
	_ = lenient.Object(r.Payload, &w)
	e := w.entry(s)
	if e.ID == "" {
		// Most likely it was made; only the folder's listing can show it.
		return e, c.Unclear(text.DocsIncomplete)
	}
	return e, nil
}

// notOffered: the tool is missing, and nothing was sent.
func notOffered(err error) bool {
	var e *client.Error
	return errors.As(err, &e) && e.What == text.DocsNoTool
}

var nodeTypes = map[model.Kind]string{model.KindFolder: "wiki_folder", model.KindLink: "link"}

// createNode makes a page, where the service does not offer createFile.
func (s *Service) createNode(ctx context.Context, folder model.Ref, title, nodeType string, link *linkNode, a tool.Purpose) (model.Entry, error) {
	args := []tool.Arg{tool.Is("space_id", folder.Space), tool.Is("title", title), tool.Is("node_type", nodeType), tool.May("parent_node_id", parentNode(folder))}
	if link != nil {
		args = append(args, tool.Is("link_node", link))
	}
	c := a.Write(tool.CreateNode, args...)
	r, err := s.conn.Do(ctx, c)
	if err != nil {
		return model.Entry{}, err
	}
	var v struct {
		wireNode
		Info *wireNode `json:"node_info"`
	}
	_ = lenient.Object(r.Payload, &v)
	if v.Info != nil {
		v.wireNode = *v.Info
	}
	e := v.wireNode.entry(s, folder.Space)
	if e.ID == "" {
		return e, c.Unclear(text.DocsIncomplete)
	}
	return e, nil
}
