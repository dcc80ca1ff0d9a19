package tool

import (
	"encoding/json"
	"testing"

	"aloft/client"
)

func TestToolNames(t *testing.T) {
	for _, c := range []struct {
		want, name string
		fits       bool
	}{
		{"manage.move_file", "manage.move_file", true}, {"manage.move_file", "manage_move_file", true}, {"manage.move_file", "move_file", true},
		{"manage.move_file", "manage-move-file", true}, {"manage.move_file", "manage.moveFile", true}, {"manage.move_file", "docs.manage.move_file", true},
		{"manage.move_file", "manage.move_file_to_space", false}, {"manage.move_file", "remove_file", false}, {"manage.move_file", "move", false},
		{"query_space_list", "query_space_list", true}, {"query_space_list", "manage.query_space_list", true}, {"query_space_list", "space.query_space_list", true},
		{"query_space_list", "querySpaceList", true}, {"create_space", "create_space_node", false}, {"create_space", "manage.create_space", true},
		{"create_smartcanvas_by_mdx", "create_smartcanvas_by_mdx", true}, {"manage.create_file", "create_file", true}, {"manage.create_file", "", false},
	} {
		if got := alike(spell(c.want), spell(c.name)); (got > 0) != c.fits {
			t.Errorf("%s and %s: %d", c.want, c.name, got)
		}
	}
	// The closest name wins, wherever it is in the list.
	c := NewCatalog([]Offer{{name: "move_file"}, {name: "manage.move_file"}, {name: "x"}})
	if c.offers[Move].name != "manage.move_file" || c.offers[Copy] != nil || !c.live {
		t.Errorf("%+v", c)
	}
	if c := NewCatalog(nil); c.live || c.offers[Copy].name != "manage.copy_file" {
		t.Errorf("%+v", c)
	}
}

func TestArguments(t *testing.T) {
	move := []Arg{Is("file_id", "f"), May("target_folder_id", "g")}
	root := []Arg{Is("file_id", "f"), May("target_folder_id", "")}
	recent := []Arg{Is("num", int64(1)), Is("count", int64(50)), {Name: "order_by", Value: int64(0), Needless: true}}
	for name, c := range map[string]struct {
		tool   Tool
		args   []Arg
		schema string
		want   string // JSON, or "" = refused
	}{
		"no schema":         {Move, move, `{}`, `{"file_id":"f","target_folder_id":"g"}`},
		"the same":          {Move, move, `{"properties":{"file_id":{"type":"string"},"target_folder_id":{"type":"string"}}}`, `{"file_id":"f","target_folder_id":"g"}`},
		"a default":         {Move, root, `{"properties":{"file_id":{},"target_folder_id":{}}}`, `{"file_id":"f"}`},
		"a default, wanted": {Move, root, `{"properties":{"file_id":{},"target_folder_id":{}},"required":["file_id","target_folder_id"]}`, `{"file_id":"f","target_folder_id":""}`},
		"synonyms":          {Move, move, `{"properties":{"doc_id":{},"folder_id":{}}}`, `{"doc_id":"f","folder_id":"g"}`},
		"other spelling":    {Move, move, `{"properties":{"fileId":{},"targetFolderId":{}}}`, `{"fileId":"f","targetFolderId":"g"}`},
		"by description":    {Move, move, `{"properties":{"a":{"description":"the file_id of it"},"b":{"description":"was target_folder_id"}}}`, `{"a":"f","b":"g"}`},
		"two descriptions":  {Move, root, `{"properties":{"a":{"description":"the file_id of it"},"b":{"description":"no file_id"}}}`, `{"file_id":"f"}`},
		"closed":            {Move, move, `{"properties":{"file_id":{}},"additionalProperties":false}`, ``},
		"closed, not there": {Move, root, `{"properties":{"file_id":{}},"additionalProperties":false}`, `{"file_id":"f"}`},
		"page":              {Recent, recent, `{"properties":{"page":{"type":"integer"},"page_size":{"type":"string"},"sort":{}}}`, `{"page":1,"page_size":"50"}`},
		"numbers as text":   {Recent, recent, `{"properties":{"num":{"type":["string","null"]},"count":{"type":["string","integer"]}}}`, `{"count":50,"num":"1"}`},
		"odd schema":        {Move, root, `{"properties":[1],"required":7}`, `{"file_id":"f"}`},
		"odd property":      {Move, root, `{"properties":{"file_id":true}}`, `{"file_id":"f"}`},
		"none is taken twice": {Copy, []Arg{Is("file_id", "f"), Is("title", "t"), Is("folder_id", "g")},
			`{"properties":{"id":{},"name":{},"parent_id":{}}}`, `{"id":"f","name":"t","parent_id":"g"}`},
	} {
		cat := NewCatalog([]Offer{NewOffer(c.tool.Name(), json.RawMessage(c.schema))})
		_, args, fail := cat.Shape(&Call{Tool: c.tool, Args: c.args})
		if c.want == "" {
			if fail == nil || fail.Kind != client.KindUnsupported {
				t.Errorf("%s: %v, %v", name, args, fail)
			}
			continue
		}
		if raw, _ := json.Marshal(args); fail != nil || string(raw) != c.want {
			t.Errorf("%s: %s, %v; want %s", name, raw, fail, c.want)
		}
	}
}
