package embedded

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDeleteAndBin(t *testing.T) {
	now := time.UnixMilli(1_700_000_000_000)
	r := open(t, Options{Now: func() time.Time { return now }})
	r.plant("d/sub/deep/x", "d/y", "z", "a&b/k")
	d := r.fid("d")
	env := r.want(200, 0, "POST", "/file/delete", remove(r.fid("d/sub"), r.fid("d/y")))
	if !env.flag(t, "finish") || env.str(t, "task_id") == "" {
		t.Error(env.raw)
	}
	r.want(200, 0, "POST", "/file/delete", object{"action_type": 1, "filelist": []string{r.fid("a&amp;b/k")}})
	if r.names(d) != "" {
		t.Errorf("still there: %s", r.names(d))
	}
	bin := r.want(200, 0, "GET", "/file/recycle/list?_page=1&_size=2&_fetch_total=1", nil)
	if *bin.Meta.Total != 3 || bin.Meta.Count != 2 {
		t.Error(bin.raw)
	}
	got := map[string]shown{}
	for _, e := range r.want(200, 0, "GET", "/file/recycle/list", nil).list(t) {
		got[e.Name] = e
	}
	if len(got) != 3 || got["sub"].Origin != "/d" || got["k"].Origin != "/a&amp;b" || len(got["y"].Record) != 32 {
		t.Errorf("bin %+v", got)
	}
	// What is below a deleted folder is deleted with it, for every call.
	deep := got["sub"].FID
	r.want(404, 23404, "POST", "/file/rename", object{"fid": deep, "file_name": "q"})
	if names := r.names(deep); names != "" {
		t.Errorf("a deleted folder lists %s", names)
	}
	if hits := r.want(200, 0, "GET", "/file/search?q=deep", nil).list(t); len(hits) != 0 {
		t.Errorf("search finds %+v", hits)
	}
	// Recover: the name is taken meanwhile, the folder is gone meanwhile.
	r.plant("d/y", "d/y (1)")
	r.want(200, 0, "POST", "/file/delete", remove(r.fid("a&amp;b")))
	r.want(200, 0, "POST", "/file/recycle/recover", object{"select_mode": 2, "record_list": []string{got["y"].Record, got["k"].Record}})
	if r.names(d) != "y,y (1),y (2)" || r.names("0") != "d,k,z" {
		t.Errorf("d: %s, root: %s", r.names(d), r.names("0"))
	}
	r.want(200, 0, "POST", "/file/recycle/recover", object{"record_list": []object{{"record_id": got["sub"].Record}}})
	if r.fid("d/sub/deep/x") == "" {
		t.Error("the folder came back without what it held")
	}
	r.want(404, 23404, "POST", "/file/recycle/recover", object{"record_list": []string{got["y"].Record}})
	r.want(404, 23404, "POST", "/file/recycle/recover", object{"record_list": []string{r.fid("z")}}) // a fid is not a record id
	r.want(400, 14001, "POST", "/file/recycle/recover", object{"record_list": []string{}})
	r.want(400, 14001, "POST", "/file/recycle/recover", object{"record_list": []int{1}})
	// Purge.
	left := r.want(200, 0, "GET", "/file/recycle/list", nil).list(t)
	if len(left) != 1 || left[0].Name != "a&amp;b" {
		t.Fatalf("bin %+v", left)
	}
	r.want(200, 0, "POST", "/file/recycle/remove", object{"select_mode": 2, "record_list": []string{left[0].Record}})
	if len(r.want(200, 0, "GET", "/file/recycle/list", nil).list(t)) != 0 {
		t.Error("the bin is not empty")
	}
	for _, i := range mustDump(t, r) {
		if i.InBin {
			t.Errorf("%v is still in the bin", i.Path)
		}
	}
}

func TestSearchAndPaths(t *testing.T) {
	r := open(t, Options{})
	r.plant("Docs/Report.PDF", "Docs/report 2.txt", "会议/会议记录.docx", "ｗｉｄｅ report/", "Straße.txt", "100%_x")
	for q, want := range map[string]string{
		"report": "ｗｉｄｅ report,report 2.txt,Report.PDF",
		"REPORT": "ｗｉｄｅ report,report 2.txt,Report.PDF",
		"会议":     "会议,会议记录.docx",
		"wide":   "ｗｉｄｅ report",
		"%_":     "100%_x",
		"nosuch": "",
	} {
		var names []string
		env := r.want(200, 0, "GET", "/file/search?_fetch_total=1&q="+escape(q), nil)
		for _, e := range env.list(t) {
			names = append(names, e.Name)
		}
		if strings.Join(names, ",") != want || *env.Meta.Total != len(names) {
			t.Errorf("search %q: %v, want %s", q, names, want)
		}
	}
	page := r.want(200, 0, "GET", "/file/search?q=report&_size=2&_page=2&_fetch_total=1", nil)
	if page.Meta.Count != 1 || *page.Meta.Total != 3 {
		t.Error(page.raw)
	}
	r.want(400, 14001, "GET", "/file/search?q=", nil)

	env := r.want(200, 0, "POST", "/file/info/path_list", object{"namespace": "0",
		"file_path": []string{"/Docs/Report.PDF", "/Docs/none", "Docs", "/"}})
	var found []struct {
		Path string `json:"file_path"`
		FID  string `json:"fid"`
	}
	if err := json.Unmarshal(env.Data, &found); err != nil || len(found) != 3 {
		t.Fatal(err, env.raw)
	}
	if found[0].FID != r.fid("Docs/Report.PDF") || found[1].FID != r.fid("Docs") || found[2].FID != "0" {
		t.Errorf("%+v", found)
	}
	r.want(400, 41035, "POST", "/file/info/path_list", object{"file_path": slices.Repeat([]string{"/x"}, 51)})
}

func escape(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

func TestMemberAndUnknown(t *testing.T) {
	r := open(t, Options{})
	r.plant("a", "b/c")
	env := r.want(200, 0, "GET", "/member", nil)
	var d struct {
		Use   int64 `json:"use_capacity"`
		Total int64 `json:"total_capacity"`
	}
	if err := json.Unmarshal(env.Data, &d); err != nil || d.Use != 20 || d.Total <= d.Use {
		t.Error(err, env.raw)
	}
	r.want(404, 40400, "GET", "/file/nothing", nil)
	r.want(404, 40400, "GET", "/", nil)
	if env := r.want(405, 40500, "GET", "/file/move", nil); env.head.Get("Allow") != "POST" {
		t.Errorf("Allow %q", env.head.Get("Allow"))
	}
	r.want(405, 40500, "POST", "/file/sort", object{})
	r.want(413, 41300, "POST", "/file", `{"file_name":"`+strings.Repeat("x", 1<<20)+`"}`)
	r.want(400, 14001, "GET", "/file/sort?pdir_fid=%zz", nil)
	r.want(400, 14001, "GET", "/task", nil)
	r.want(404, 23404, "GET", "/task?task_id=nosuch", nil)
}
