package embedded

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client/embedded/drive"
)

// Each answer is an envelope as public clients show it.
func TestEnvelope(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	r := open(t, Options{Now: func() time.Time { return now }})
	good := r.want(200, 0, "GET", "/config", nil)
	if good.Message != "ok" || good.Timestamp != now.Unix() || good.ReqID != "" || good.Data == nil {
		t.Errorf("success: %s", good.raw)
	}
	if ct := good.head.Get("Content-Type"); !strings.HasPrefix(ct, "application/json") {
		t.Errorf("content type %q", ct)
	}
	no := r.want(400, 15020, "GET", "/file/sort?pdir_fid=", nil)
	if no.ReqID == "" || no.Data != nil || no.Timestamp != now.Unix() {
		t.Errorf("refusal: %s", no.raw)
	}
	if ct := no.head.Get("Content-Type"); !strings.HasPrefix(ct, "application/json") {
		t.Errorf("content type of an error %q", ct)
	}
}

func TestListShowsEveryField(t *testing.T) {
	r := open(t, Options{})
	r.plant("folder/inside.txt")
	at := time.UnixMilli(1_600_000_000_123)
	if err := r.s.Plant(t.Context(), []drive.Item{{Path: []string{`a & b's "x" <y>.mp4`}, Size: 77, MIME: "video/mp4", Modified: at}}); err != nil {
		t.Fatal(err)
	}
	env := r.want(200, 0, "GET", sorted("0", "&_fetch_total=1"), nil)
	var d struct {
		List []map[string]any `json:"list"`
	}
	if err := json.Unmarshal(env.Data, &d); err != nil || len(d.List) != 2 {
		t.Fatal(err, env.raw)
	}
	folder, file := d.List[0], d.List[1]
	hex := regexp.MustCompile(`^[0-9a-f]{32}$`)
	for key, want := range map[string]any{
		"file_name": "folder", "file_type": 0.0, "pdir_fid": "0", "dir": true, "file": false,
		"size": 0.0, "format_type": "", "status": 1.0, "include_items": 1.0, "category": 0.0,
	} {
		if folder[key] != want {
			t.Errorf("folder %s = %v, want %v", key, folder[key], want)
		}
	}
	for key, want := range map[string]any{
		"file_name": "a &amp; b&#39;s &#34;x&#34; &lt;y&gt;.mp4", "file_type": 1.0, "pdir_fid": "0", "dir": false, "file": true,
		"size": 77.0, "format_type": "video/mp4", "category": 1.0, "created_at": 1_600_000_000_123.0, "updated_at": 1_600_000_000_123.0,
	} {
		if file[key] != want {
			t.Errorf("file %s = %v, want %v", key, file[key], want)
		}
	}
	if !hex.MatchString(file["fid"].(string)) || !hex.MatchString(folder["fid"].(string)) {
		t.Errorf("fids %v %v", file["fid"], folder["fid"])
	}
	if env.Meta.Page != 1 || env.Meta.Count != 2 || env.Meta.Total == nil || *env.Meta.Total != 2 {
		t.Errorf("metadata: %s", env.raw)
	}
	if r.want(200, 0, "GET", sorted("0", ""), nil).Meta.Total != nil {
		t.Error("_total is there without being asked for")
	}
}

func TestPaging(t *testing.T) {
	r := open(t, Options{})
	var paths []string
	for i := range 25 {
		paths = append(paths, fmt.Sprintf("d/f%d", i))
	}
	r.plant(append(paths, "d/sub2/", "d/sub10/", "d/Sub1/")...)
	d := r.fid("d")
	var got []string
	for page, want := range []int{10, 10, 8, 0} {
		env := r.want(200, 0, "GET", sorted(d, fmt.Sprintf("&_page=%d&_size=10&_fetch_total=1", page+1)), nil)
		if env.Meta.Count != want || *env.Meta.Total != 28 || env.Meta.Page != page+1 || env.Meta.Size != 10 {
			t.Errorf("page %d: %s", page+1, env.raw)
		}
		for _, e := range env.list(t) {
			got = append(got, e.Name)
		}
	}
	if len(got) != 28 || strings.Join(got[:6], ",") != "Sub1,sub2,sub10,f0,f1,f2" || got[27] != "f24" {
		t.Errorf("order %v", got)
	}
	for _, c := range []struct {
		query  string
		status int
		code   int
	}{
		{"&_page=100&_size=100", 200, 0},
		{"&_page=101&_size=100", 400, 15020},
		{"&_page=2&_size=10000", 400, 15020},
		{"&_page=1&_size=10000", 200, 0},
		{"&_page=1&_size=10001", 400, 15020},
		{"&_page=0", 400, 14001},
		{"&_page=x", 400, 14001},
		{"&_size=0", 400, 14001},
		{"&_size=-5", 400, 14001},
		{"&_page=9223372036854775807&_size=2", 400, 15020},
	} {
		r.want(c.status, c.code, "GET", sorted(d, c.query), nil)
	}
}

func TestSortOrders(t *testing.T) {
	r := open(t, Options{})
	base := time.UnixMilli(1_700_000_000_000)
	var items []drive.Item
	for i, name := range []string{"b2", "a10", "a2", "C1"} { // age falls along the list
		items = append(items, drive.Item{Path: []string{name}, Size: int64(100 - i), Modified: base.Add(time.Duration(i) * time.Hour)},
			drive.Item{Path: []string{"dir " + name}, Folder: true, Modified: base.Add(time.Duration(i) * time.Hour)})
	}
	if err := r.s.Plant(t.Context(), items); err != nil {
		t.Fatal(err)
	}
	for sort, want := range map[string]string{
		"":                              "dir a2,dir a10,dir b2,dir C1,a2,a10,b2,C1",
		"file_type:asc,file_name:asc":   "dir a2,dir a10,dir b2,dir C1,a2,a10,b2,C1",
		"file_type:asc,file_name:desc":  "dir C1,dir b2,dir a10,dir a2,C1,b2,a10,a2",
		"file_type:desc,file_name:desc": "C1,b2,a10,a2,dir C1,dir b2,dir a10,dir a2",
		"file_type:desc,file_name:asc":  "a2,a10,b2,C1,dir a2,dir a10,dir b2,dir C1",
		"file_name:asc":                 "a2,a10,b2,C1,dir a2,dir a10,dir b2,dir C1",
		"file_name:desc":                "dir C1,dir b2,dir a10,dir a2,C1,b2,a10,a2",
		"file_type:asc,updated_at:desc": "dir C1,dir a2,dir a10,dir b2,C1,a2,a10,b2",
		"file_type:asc,updated_at:asc":  "dir b2,dir a10,dir a2,dir C1,b2,a10,a2,C1",
		"file_type:asc,size:asc":        "dir a2,dir a10,dir b2,dir C1,C1,a2,a10,b2",
		"nonsense:desc,file_name:asc":   "a2,a10,b2,C1,dir a2,dir a10,dir b2,dir C1",
		"file_name; DROP TABLE node":    "dir a2,dir a10,dir b2,dir C1,a2,a10,b2,C1",
	} {
		var whole, paged []string
		for _, e := range r.want(200, 0, "GET", "/file/sort?pdir_fid=0&_sort="+strings.ReplaceAll(strings.ReplaceAll(sort, " ", "+"), ";", "%3B"), nil).list(t) {
			whole = append(whole, e.Name)
		}
		for page := 1; page <= 4; page++ {
			env := r.want(200, 0, "GET", fmt.Sprintf("/file/sort?pdir_fid=0&_size=3&_page=%d&_sort=%s", page, strings.ReplaceAll(strings.ReplaceAll(sort, " ", "+"), ";", "%3B")), nil)
			for _, e := range env.list(t) {
				paged = append(paged, e.Name)
			}
		}
		if strings.Join(whole, ",") != want {
			t.Errorf("_sort=%q: %v, want %s", sort, whole, want)
		}
		if !slices.Equal(whole, paged) {
			t.Errorf("_sort=%q in pages: %v, at once %v", sort, paged, whole)
		}
	}
}

func TestCreate(t *testing.T) {
	r := open(t, Options{})
	r.plant("file.txt")
	spec := func(parent, name string) object {
		return object{"pdir_fid": parent, "file_name": name, "file_type": 0, "dir_init": true}
	}
	env := r.want(200, 0, "POST", "/file?pr=ucpro&fr=pc&__t=1700000000000", spec("0", "new & <b>"))
	fid := env.str(t, "fid")
	if !env.flag(t, "finish") || r.fid("new &amp; &lt;b&gt;") != fid {
		t.Errorf("answer %s, root %s", env.raw, r.names("0"))
	}
	// The other body that public clients send.
	env = r.want(200, 0, "POST", "/file", object{"pdir_fid": fid, "file_name": "inner", "dir_path": "", "dir_init_lock": false})
	if got := r.ls(fid); len(got) != 1 || got[0].FID != env.str(t, "fid") || got[0].Parent != fid || got[0].FileType != 0 {
		t.Errorf("inner folder: %+v", got)
	}
	taken := r.want(400, 23008, "POST", "/file", spec("0", "new & <b>"))
	if !strings.HasPrefix(taken.Message, "file is doloading") {
		t.Errorf("message %q", taken.Message)
	}
	r.want(400, 23008, "POST", "/file", spec("0", "file.txt")) // one name space
	r.want(200, 0, "POST", "/file", spec("0", "FILE.TXT"))     // cases differ
	r.want(404, 23404, "POST", "/file", spec(strings.Repeat("ab", 16), "x"))
	r.want(400, 14001, "POST", "/file", spec("", "x"))
	r.want(400, 14001, "POST", "/file", spec(r.fid("file.txt"), "x"))
	r.want(400, 14001, "POST", "/file", object{"pdir_fid": "0", "file_name": "x", "file_type": 1})
	r.want(400, 14001, "POST", "/file", object{"pdir_fid": 0, "file_name": "x", "file_type": 0})
}

func TestNames(t *testing.T) {
	r := open(t, Options{})
	r.plant("old")
	for _, bad := range []string{"", ".", "..", "a/b", "\x00", "a\nb", "x\x1b[31m", "\x7f", "\u0085", strings.Repeat("a", 256), strings.Repeat("漢", 86)} {
		env := r.want(400, 14001, "POST", "/file", object{"pdir_fid": "0", "file_name": bad, "file_type": 0, "dir_init": true})
		if !strings.Contains(env.Message, "file_name") {
			t.Errorf("%q: message %q names no parameter", bad, env.Message)
		}
		r.want(400, 14001, "POST", "/file/rename", object{"fid": r.fid("old"), "file_name": bad})
	}
	r.want(400, 14001, "POST", "/file", "{\"pdir_fid\":\"0\",\"file_name\":\"\xff\xfe\"") // cut JSON
	for _, good := range []string{" ", " x ", "...", "a\\b", "c:d", `q"u'o?te*|`, strings.Repeat("b", 255), strings.Repeat("漢", 85), "👩‍💻", "e\u0301", "\u00e9", "a\u202eb", "-rf"} {
		r.want(200, 0, "POST", "/file", object{"pdir_fid": "0", "file_name": good, "file_type": 0, "dir_init": true})
		if !slices.ContainsFunc(mustDump(t, r), func(i drive.Item) bool { return slices.Equal(i.Path, []string{good}) }) {
			t.Errorf("%q did not survive", good)
		}
	}
}

func mustDump(t *testing.T, r *rig) []drive.Item {
	t.Helper()
	items, err := r.s.Dump(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return items
}

func TestCreateChain(t *testing.T) {
	r := open(t, Options{})
	r.plant("a/file")
	body := func(path string) object { return object{"pdir_fid": "0", "file_name": "", "dir_path": path} }
	first := r.want(200, 0, "POST", "/file", body("/a/b/c"))
	if r.fid("a/b/c") != first.str(t, "fid") {
		t.Error("the answer names another folder than the last")
	}
	again := r.want(200, 0, "POST", "/file", body("a/b/c"))
	if again.str(t, "fid") != first.str(t, "fid") {
		t.Error("a chain that is there was made again")
	}
	r.want(400, 23008, "POST", "/file", body("/a/file/x"))
	r.want(400, 14001, "POST", "/file", body("/a/../x"))
	if r.names("0") != "a" || r.names(r.fid("a")) != "b,file" {
		t.Errorf("a refused chain left something: %s, %s", r.names("0"), r.names(r.fid("a")))
	}
}

func TestRename(t *testing.T) {
	r := open(t, Options{})
	r.plant("d/a.txt", "d/b.txt", "d/sub/")
	a := r.fid("d/a.txt")
	rename := func(fid, name string) object { return object{"fid": fid, "file_name": name} }
	env := r.want(200, 0, "POST", "/file/rename", rename(a, "c & d.txt"))
	if !env.flag(t, "finish") || r.fid("d/c &amp; d.txt") != a {
		t.Errorf("%s; folder %s", env.raw, r.names(r.fid("d")))
	}
	r.want(400, 23008, "POST", "/file/rename", rename(a, "b.txt"))
	r.want(400, 23008, "POST", "/file/rename", rename(a, "sub"))
	r.want(200, 0, "POST", "/file/rename", rename(a, "c & d.txt")) // its own name
	r.want(200, 0, "POST", "/file/rename", rename(a, "C & D.txt")) // another case of it
	r.want(404, 23404, "POST", "/file/rename", rename(strings.Repeat("0", 32), "x"))
	r.want(400, 14001, "POST", "/file/rename", rename("0", "x"))
	r.want(400, 14001, "POST", "/file/rename", rename("", "x"))
	for _, i := range mustDump(t, r) {
		if i.Path[len(i.Path)-1] == "C & D.txt" && i.Renames != 2 {
			t.Errorf("%d renames counted, want 2", i.Renames)
		}
	}
}

func TestMove(t *testing.T) {
	r := open(t, Options{})
	r.plant("a/1", "a/2", "a/3", "b/1", "b/sub/deep/", "c/", "file")
	a, b, c := r.fid("a"), r.fid("b"), r.fid("c")
	one, two, three := r.fid("a/1"), r.fid("a/2"), r.fid("a/3")

	env := r.want(200, 0, "POST", "/file/move", move(c, two, three))
	if !env.flag(t, "finish") || env.str(t, "task_id") == "" || string(env.Meta.TqGap) != "500" {
		t.Errorf("answer %s", env.raw)
	}
	if r.names(a) != "1" || r.names(c) != "2,3" || r.fid("c/2") != two {
		t.Errorf("a: %s, c: %s", r.names(a), r.names(c))
	}
	// Files and folders of different places in one call, and with exclude_fids.
	body := move("0", r.fid("b/sub"), two)
	body["exclude_fids"] = []string{}
	r.want(200, 0, "POST", "/file/move", body)
	if r.names("0") != "a,b,c,sub,2,file" {
		t.Error(r.names("0"))
	}

	refused := []struct {
		name   string
		status int
		code   int
		body   any
	}{
		{"taken name", 400, 23008, move(b, three, one)},
		{"into itself", 400, 14001, move(a, a)},
		{"below itself", 400, 14001, move(r.fid("sub/deep"), three, r.fid("sub"))},
		{"the root", 400, 14001, move(b, "0")},
		{"into a file", 400, 14001, move(r.fid("file"), three)},
		{"gone entry", 404, 23404, move(b, three, strings.Repeat("f", 32))},
		{"gone target", 404, 23404, move(strings.Repeat("f", 32), three)},
		{"fid twice", 400, 14001, move(b, three, three)},
		{"no entry", 400, 14001, move(b)},
		{"no target", 400, 14001, move("", three)},
		{"no list", 400, 14001, object{"action_type": 1, "to_pdir_fid": b}},
		{"no action", 400, 14001, object{"filelist": []string{three}, "to_pdir_fid": b}},
		{"other action", 400, 14001, object{"action_type": 2, "filelist": []string{three}, "to_pdir_fid": b}},
		{"list of numbers", 400, 14001, object{"action_type": 1, "filelist": []int{3}, "to_pdir_fid": b}},
		{"no JSON", 400, 14001, "filelist=1"},
		{"nothing", 400, 14001, ""},
		{"two values", 400, 14001, "{} {}"},
		{"an array", 400, 14001, "[]"},
	}
	before := fmt.Sprint(mustDump(t, r))
	for _, c := range refused {
		r.want(c.status, c.code, "POST", "/file/move", c.body)
		if after := fmt.Sprint(mustDump(t, r)); after != before {
			t.Errorf("%s: something changed:\n%s\n%s", c.name, before, after)
		}
	}
	// Moving an entry to its own folder is no failure and no move.
	r.want(200, 0, "POST", "/file/move", move(c, three))
	if after := fmt.Sprint(mustDump(t, r)); after != before {
		t.Errorf("a move to where it is changed something")
	}
	r.want(400, 41035, "POST", "/file/move", move(c, make1000()...))
}

func make1000() (fids []string) {
	for i := range 1000 {
		fids = append(fids, fmt.Sprintf("%032x", i))
	}
	return fids
}

func TestDriveCopy(t *testing.T) {
	r := open(t, Options{})
	r.plant("a/1", "a/2", "b/sub/deep", "b/sub/empty/", "c/", "file", "c2/1")
	a, b, c := r.fid("a"), r.fid("b"), r.fid("c")
	one := r.fid("a/1")

	body := move(c, one, r.fid("b/sub"))
	body["exclude_fids"] = []string{}
	env := r.want(200, 0, "POST", "/file/copy", body)
	if !env.flag(t, "finish") || env.str(t, "task_id") == "" || string(env.Meta.TqGap) != "500" {
		t.Errorf("answer %s", env.raw)
	}
	if r.names(a) != "1,2" || r.names(c) != "sub,1" || r.names(r.fid("c/sub")) != "empty,deep" || r.names(r.fid("b/sub")) != "empty,deep" {
		t.Errorf("a: %s, c: %s, c/sub: %s", r.names(a), r.names(c), r.names(r.fid("c/sub")))
	}
	if env := r.want(200, 0, "POST", "/file/copy", move(r.fid("c2"), r.fid("file"))); env.str(t, "fid") != r.fid("c2/file") {
		t.Errorf("the answer lacks the fid of the copy: %s", env.raw)
	}
	if r.fid("c/1") == one || r.fid("a/1") != one {
		t.Error("the copy has the fid of the original")
	}
	refused := []struct {
		name   string
		status int
		code   int
		body   any
	}{
		{"taken name", 400, 23008, move(r.fid("c2"), r.fid("a/2"), one)},
		{"its own folder", 400, 23008, move(a, one)},
		{"into itself", 400, 14001, move(b, b)},
		{"below itself", 400, 14001, move(r.fid("b/sub"), one, b)},
		{"the root", 400, 14001, move(b, "0")},
		{"into a file", 400, 14001, move(r.fid("file"), one)},
		{"gone entry", 404, 23404, move(b, one, strings.Repeat("f", 32))},
		{"fid twice", 400, 14001, move(b, one, one)},
		{"no entry", 400, 14001, move(b)},
		{"other action", 400, 14001, object{"action_type": 2, "filelist": []string{one}, "to_pdir_fid": b}},
	}
	before := fmt.Sprint(mustDump(t, r))
	for _, c := range refused {
		r.want(c.status, c.code, "POST", "/file/copy", c.body)
		if after := fmt.Sprint(mustDump(t, r)); after != before {
			t.Errorf("%s: something changed:\n%s\n%s", c.name, before, after)
		}
	}
}
