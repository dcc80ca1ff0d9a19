package second_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"aloft/client/docs/second"
)

const plan = "Intro text.\n\n## Scope\n\nAlpha beta alpha.\n\n| A | B |\n|---|---|\n| one | two |\n\n## Costs\n\n```\nx := 1\n```\n\nAlpha last.\n"

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

// paper is a raw client with one Word document.
type paper struct {
	*raw
	id string
}

func newPaper(t *testing.T, opt second.Options) *paper {
	c := start(t, opt)
	return &paper{c, c.s.AddWord("", "Plan", plan)}
}

func (p *paper) ask(tool string, in object) object {
	p.t.Helper()
	out := object{"file_id": p.id}
	for k, v := range in {
		out[k] = v
	}
	return p.good(tool, out)
}

// on is version_info of a version.
func on(version any) object { return object{"base_version": version} }

// edit makes an edit, which must succeed, and returns the new version.
func (p *paper) edit(tool string, base any, in object) any {
	p.t.Helper()
	if in == nil {
		in = object{}
	}
	in["version_info"] = on(base)
	out := p.ask(tool, in)
	if out["err_msg"] != "" || out["base_version"] != base {
		p.t.Fatalf("%s: %v", tool, out)
	}
	return out["new_version"]
}

// find returns the ranges of a text and the version.
func (p *paper) find(text string) ([]object, any) {
	p.t.Helper()
	out := p.ask("doc.find", object{"text": text})
	var all []object
	for _, m := range out["text_and_locations"].([]any) {
		all = append(all, m.(object)["range"].(object))
	}
	return all, out["read_result"].(object)["version"]
}

func list(v any) []object {
	all, _ := v.([]any)
	out := []object{}
	for _, x := range all {
		out = append(out, x.(object))
	}
	return out
}

func (p *paper) text() string {
	d, _ := p.s.WordOf(p.id)
	return d.Text()
}

func (p *paper) has(want string) {
	p.t.Helper()
	if got := p.text(); !strings.Contains(got, want) {
		p.t.Errorf("%q is not in %q", want, got)
	}
}

// The typical sequences of the specification, by hand.
func TestSequences(t *testing.T) {
	for _, renamed := range []bool{false, true} {
		t.Run(fmt.Sprint("renamed ", renamed), func(t *testing.T) {
			p := newPaper(t, second.Options{Renamed: renamed})
			index, all := "index", "doc.find_and_replace"
			if renamed {
				index, all = "idx", "doc.find_and_replace_text"
			}
			last := p.ask("doc.get_last_operable_pos", nil)
			md := base64.StdEncoding.EncodeToString([]byte("### More\n\nnewly written"))
			p.edit("doc.insert_markdown", last["version"], object{index: last["position"], "base64_markdown": md})
			p.has("Alpha last.\nMore\nnewly written\n\n") // before the empty paragraph at the end
			root := list(p.ask("doc.get_outline", nil)["outlines"])[0]
			if root["level"] != "HEADING_LEVEL_TITLE" || root["title"] != "Plan" {
				t.Errorf("root %v", root)
			}
			scope := list(root["children"])[0]
			out := p.ask("doc.get_outline", nil)
			v := p.edit("doc.insert_text", out["version"], object{index: scope["content_start"], "text": "First "})
			p.has("Scope\nFirst Alpha beta alpha.\n")
			p.edit("doc.insert_text", v, object{index: root["title_start"], "text": "The "})
			p.has("The Plan\nIntro")

			hits, v := p.find("lpha")
			if len(hits) != 3 {
				t.Fatalf("matches %v", hits)
			}
			v = p.edit("doc.replace_text", v, object{"text": "LPHA", "ranges": []object{hits[1]}})
			p.has("Alpha beta aLPHA.\n")
			p.edit(all, v, object{"old_text": "Alpha", "new_text": "Omega"})
			p.has("First Omega beta aLPHA.\n")
			p.has("Omega last.\n")
			hits, v = p.find("beta")
			p.edit("doc.update_text_property", v, object{"ranges": hits, "property": object{"bold": true, "color": "ff0000"}})
			d, _ := p.s.WordOf(p.id)
			if !strings.Contains(d.Content(), "**beta**") {
				t.Errorf("%q", d.Content())
			}
			last = p.ask("doc.get_last_operable_pos", nil)
			p.edit("doc.insert_task", last["version"], object{"idx": last["position"], "tasks": []object{{"state": 1, "content": "todo"}, {"state": 2, "content": "done"}}})
			p.has("newly written\ntodo\ndone\n")
			var whole object
			if renamed {
				whole = object{"mode": "full"}
			}
			tree := p.ask("doc.resolve_document_structure", whole)
			for _, n := range list(tree["nodes"]) {
				switch n["type"] {
				case "Table":
					cell := list(list(n["table_rows"])[1]["cells"])[1]
					p.edit("doc.insert_text", tree["version"], object{index: cell["end_index"], "text": " cells"})
					p.has("two cells\n")
				case "CodeBlock":
					tree = p.ask("doc.resolve_document_structure", whole)
					for _, n := range list(tree["nodes"]) {
						if n["type"] == "CodeBlock" {
							p.edit("doc.insert_text", tree["version"], object{index: list(n["children"])[0]["end_index"], "text": "0"})
						}
					}
					p.has("x := 10\n")
				}
			}
			hits, v = p.find("Omega")
			p.edit("doc.insert_comment", v, object{"text": "why?", "range": hits[0]})
			again, v := p.find("Omega")
			if again[0]["begin"].(float64) != hits[0]["begin"].(float64)+1 || again[1]["begin"].(float64) != hits[1]["begin"].(float64)+2 {
				t.Errorf("a comment takes two positions: %v, then %v", hits, again)
			}
			p.edit("doc.insert_image", v, object{index: again[1]["begin"], "content": pixel})
			pics := p.ask("doc.get_images", nil)
			pic := list(pics["images"])[0]
			pos, ok := pic["pos"].(string)
			url, _, query := strings.Cut(pic["image_url"].(string), "?")
			if !ok || !query || pic["source"] != 1.0 {
				t.Errorf("image %v", pic)
			}
			p.edit("doc.replace_image", pics["version"], object{"idx": json.Number(pos), "old_image_url": url, "content": pixel})
			p.edit("doc.insert_page_break", p.ask("doc.get_outline", nil)["version"], object{index: 0})
			p.clean()
		})
	}
}

// refused: an edit that is not made has a reason, and changes nothing.
func (p *paper) refused(tool string, in object, says string) {
	p.t.Helper()
	before, version := p.s.WordOf(p.id)
	full := object{"file_id": p.id}
	for k, v := range in {
		full[k] = v
	}
	out, a := p.call(tool, full)
	msg, _ := out["err_msg"].(string)
	if a.Error != nil {
		msg = a.Error.Message
	}
	after, now := p.s.WordOf(p.id)
	if msg == "" || !strings.Contains(msg, says) {
		p.t.Errorf("%s %v: %v %q, want %q", tool, in, a.Error, msg, says)
	}
	if version != now || before.Text() != after.Text() {
		p.t.Errorf("%s %v was refused but changed the document", tool, in)
	}
}

func TestWhatTheSpecificationRefuses(t *testing.T) {
	p := newPaper(t, second.Options{})
	p.s.AddDoc("", "Numbers", "sheet", nil)
	p.edit("doc.insert_image", p.ask("doc.get_outline", nil)["version"], object{"index": 0, "content": pixel})
	pic := list(p.ask("doc.get_images", nil)["images"])[0]
	url, _, _ := strings.Cut(pic["image_url"].(string), "?")
	d, version := p.s.WordOf(p.id)
	far := d.Len()
	rng := func(b, e int64) object { return object{"begin": b, "end": e} }
	for _, c := range []struct {
		tool string
		in   object
		says string
	}{
		{"doc.insert_text", object{"text": "x", "index": far}, "out of the document"},
		{"doc.insert_text", object{"text": "x", "index": -1}, "out of its bounds"},
		{"doc.insert_text", object{"text": "x\ny", "index": 0}, "newline"},
		{"doc.insert_text", object{"text": "x", "idx": 0}, "index is missing"},
		{"doc.insert_text", object{"text": "x", "index": "0"}, "not an integer"},
		{"doc.insert_text", object{"text": "", "index": 0}, "is empty"},
		{"doc.insert_paragraph", object{"idx": 0, "level": "13"}, "not one of"},
		{"doc.insert_paragraph", object{"idx": 0, "level": 1}, "not a string"},
		{"doc.insert_paragraph", object{"idx": 0, "type": "1"}, "no argument type"},
		{"doc.insert_paragraph", object{"idx": 0, "numbering_type": "3"}, "not one of"},
		{"doc.insert_paragraph", object{"idx": 0, "numbering_lvl": "0"}, "not one of"},
		{"doc.insert_paragraph", object{"idx": far}, "out of the document"},
		{"doc.insert_page_break", object{"index": far}, "out of the document"},
		{"doc.insert_table", object{"index": far, "rows": 1, "cols": 1}, "out of the document"},
		{"doc.insert_table", object{"index": 0, "rows": 0, "cols": 1}, "out of its bounds"},
		{"doc.insert_markdown", object{"index": far, "markdown": "x"}, "out of the document"},
		{"doc.insert_markdown", object{"index": 0, "base64_markdown": "***"}, "not standard base64"},
		{"doc.replace_text", object{"text": "x", "ranges": []object{rng(0, far+1)}}, "out of the document"},
		{"doc.replace_text", object{"text": "x", "ranges": []object{}}, "is empty"},
		{"doc.replace_text", object{"text": "x", "ranges": []object{rng(1, 3), rng(2, 4)}}, "overlaps"},
		{"doc.replace_text", object{"text": "x", "ranges": []object{rng(1, 9)}}, "one paragraph"},
		{"doc.update_text_property", object{"ranges": []object{rng(far, far+1)}, "property": object{"bold": true}}, "out of the document"},
		{"doc.update_text_property", object{"ranges": []object{rng(0, 1)}, "property": object{"color": "#ff0000"}}, "malformed"},
		{"doc.update_text_property", object{"ranges": []object{rng(0, 1)}, "property": object{"bold": "yes"}}, "not a boolean"},
		{"doc.insert_comment", object{"text": "x", "range": rng(1, far+1)}, "out of the document"},
		{"doc.insert_comment", object{"text": "x", "range": rng(3, 2)}, "out of the document"},
		{"doc.insert_comment", object{"text": "x", "range": rng(1, 1)}, "is empty"},
		{"doc.insert_comment", object{"text": "x", "range": rng(1, 2), "ref_id": "c9"}, "no comment"},
		{"doc.insert_task", object{"idx": 0, "tasks": []object{{"state": 0, "content": "x"}}}, "out of its bounds"},
		{"doc.insert_task", object{"idx": 0, "tasks": []object{}}, "is empty"},
		{"doc.insert_image", object{"index": 0}, "exactly one"},
		{"doc.insert_image", object{"index": 0, "content": pixel, "image_id": "enc-1"}, "exactly one"},
		{"doc.insert_image", object{"index": 0, "content": "bm8gaW1hZ2U="}, "no image"},
		{"doc.insert_image", object{"index": 0, "image_id": "enc-99"}, "not known"},
		{"doc.replace_image", object{"old_image_url": url, "content": pixel}, "idx is missing"},
		{"doc.replace_image", object{"idx": 0, "content": pixel}, "old image is not told"},
		{"doc.replace_image", object{"idx": 0, "old_image_url": url}, "exactly one"},
		{"doc.replace_image", object{"idx": 0, "old_image_url": pic["image_url"], "content": pixel}, "does not match"},
		{"doc.replace_image", object{"idx": 0, "old_image_url": url + "x", "content": pixel}, "another"},
		{"doc.replace_image", object{"idx": 1, "old_image_url": url, "content": pixel}, "no image at 1"},
		{"doc.insert_text", object{"text": "x", "index": 0, "file_id": "f2"}, "document type"},
		{"doc.insert_text", object{"text": "x", "index": 0, "version_info": on(version - 1)}, "version conflict"},
		{"doc.insert_text", object{"text": "x", "index": 0, "version_info": on(99)}, "not known"},
		{"doc.insert_text", object{"text": "x", "index": 0, "version_info": on("1")}, "not an integer"},
		{"doc.insert_text", object{"text": "x", "index": 0, "file_url": "http://x/doc/f1"}, "no argument file_url"},
	} {
		if c.in["version_info"] == nil {
			c.in["version_info"] = on(version)
		}
		p.refused(c.tool, c.in, c.says)
	}
	p.s.SetReadOnly(p.id, true)
	p.refused("doc.insert_text", object{"text": "x", "index": 0}, "no permission")
}

// Whatever a client does against the specification is recorded.
func TestViolations(t *testing.T) {
	p := newPaper(t, second.Options{})
	outline := p.ask("doc.get_outline", nil)
	v := outline["version"].(float64)
	start := list(outline["outlines"])[0]["content_start"]
	expect := func(says, tool string, in object) {
		t.Helper()
		n := len(p.s.Violations())
		in["file_id"] = p.id
		p.call(tool, in)
		got := p.s.Violations()[n:]
		if says == "" && len(got) > 0 || says != "" && (len(got) != 1 || !strings.Contains(got[0], says)) {
			t.Errorf("%s %v: violations %q, want %q", tool, in, got, says)
		}
	}
	text := func(at any, info object) object { return object{"text": "x", "index": at, "version_info": info} }
	expect("is_latest in a chain", "doc.insert_text", text(start, object{"is_latest": true}))
	v++
	expect("no base_version", "doc.insert_text", text(start, object{"base_version": 0}))
	v++
	expect("guessed position 2", "doc.insert_text", text(2, on(v)))
	v++
	outline = p.ask("doc.get_outline", nil)
	first := list(outline["outlines"])[0]
	expect("", "doc.insert_text", text(first["content_start"], on(v)))
	v++
	expect("", "doc.insert_text", text(first["title_end"], on(v))) // before the last position, in a chain
	v++
	expect("guessed position", "doc.insert_text", text(first["content_end"], on(v))) // behind it: it has moved
	v++
	expect("not from doc.find", "doc.replace_text", object{"text": "x", "ranges": []object{{"begin": 0, "end": 2}}, "version_info": on(v)})
	v++
	hits, _ := p.find("Alpha")
	expect("not from doc.find", "doc.update_text_property", object{"ranges": []object{{"begin": hits[0]["begin"], "end": hits[0]["begin"].(float64) + 2}}, "property": object{"bold": true}, "version_info": on(v)})
	v++
	hits, _ = p.find("Alpha")
	expect("", "doc.insert_comment", object{"text": "x", "range": hits[0], "version_info": on(v)})
	v++
	expect("not fetched again after a comment", "doc.insert_text", text(0, on(v)))
	v++
	last := p.ask("doc.get_last_operable_pos", nil)["position"]
	expect("raw Markdown", "doc.insert_markdown", object{"markdown": "x", "index": last, "version_info": on(v)})
	v++
	expect("was never a version", "doc.insert_text", text(0, on(77)))
	expect("newline", "doc.insert_text", object{"text": "x\n", "index": p.ask("doc.get_last_operable_pos", nil)["position"], "version_info": on(v)})
}

func TestTwoWriters(t *testing.T) {
	other := func(p *paper) {
		if err := p.s.ByOther(p.id, func(d second.Flat) (second.Flat, error) { return d.Insert(0, "12345") }); err != nil {
			p.t.Fatal(err)
		}
	}
	for _, c := range []struct {
		word second.Word
		want string
		base float64 // that is returned, after the one that was given
	}{
		{second.Word{}, "", 0},
		{second.Word{Stale: second.StaleRebased}, "beta!", 1},
		{second.Word{Stale: second.StaleRebased, EchoBase: true}, "beta!", 0},
		{second.Word{Stale: second.StaleAsIs}, "lpha! beta", 1},
	} {
		p := newPaper(t, second.Options{Word: c.word})
		hits, v := p.find("beta")
		p.s.Meanwhile("doc.insert_text", 1, func() { other(p) })
		out := p.ask("doc.insert_text", object{"text": "!", "index": hits[0]["end"], "version_info": on(v)})
		if (out["err_msg"] == "") != (c.want != "") {
			t.Errorf("%+v: %v", c.word, out)
		}
		if c.want == "" {
			continue
		}
		p.has(c.want)
		if out["base_version"] != v.(float64)+c.base || out["new_version"] != v.(float64)+2 {
			t.Errorf("%+v: %v on %v", c.word, out, v)
		}
		p.clean()
	}
}

func TestSwitchesOfWords(t *testing.T) {
	p := newPaper(t, second.Options{Renamed: true, Word: second.Word{Newer: true, Limit: 2, Jump: 4, SourceWords: true, Attachments: true, CutContent: true, UndoName: true}})
	part := p.ask("doc.resolve_document_structure", nil)
	if page := part["pagination"].(object); len(list(part["nodes"])) != 2 || page["returned"] != 2.0 || page["total"].(float64) < 8 {
		t.Errorf("a part: %v", page)
	}
	part = p.ask("doc.resolve_document_structure", object{"offset": 3, "limit": 0, "mode": "full"})
	if first := list(part["nodes"])[0]; first["logical_index"] != 4.0 {
		t.Errorf("%v", first)
	}
	out := p.good("doc.get_last_operable_pos", object{"file_url": p.s.Base() + "/doc/" + p.id})
	v := p.edit("doc.insert_paragraph_with_text", out["version"], object{"idx": out["position"], "text": strings.Repeat("word ", 3000), "type": "1"})
	if v.(float64) != out["version"].(float64)+5 {
		t.Errorf("version %v after %v", v, out["version"])
	}
	if c := p.ask("get_content", nil)["content"].(string); len([]rune(c)) != 10_000 {
		t.Errorf("%d characters", len(c))
	}
	p.edit("doc.insert_image", v, object{"idx": out["position"], "content": pixel})
	if m := list(p.ask("doc.get_images", nil)["images"])[0]; m["source"] != "FromAttachment" || m["attachment_id"] == nil || m["image_url"] != nil {
		t.Errorf("%v", m)
	}
	records := list(p.ask("doc.list_recent_ai_edits", nil)["records"])
	if len(records) != 2 || records[0]["tool_name"] != "doc.insert_image" {
		t.Errorf("%v", records)
	}
	p.ask("doc.undo_ai_edit", object{"target_version": records[0]["version"]})
	if n := len(list(p.ask("doc.get_images", nil)["images"])); n != 0 {
		t.Errorf("%d images after the undoing", n)
	}
	p.s.Change(func(o *second.Options) { o.Renamed, o.Word = false, second.Word{Unsorted: true, Newer: true} })
	hits, v := p.find("word")
	if slices.IsSortedFunc(hits, func(a, b object) int { return int(a["begin"].(float64) - b["begin"].(float64)) }) {
		t.Error("the matches are in order")
	}
	p.edit("doc.insert_comment", v, object{"text": "one", "range": hits[0]})
	c := list(p.ask("doc.get_comments", nil)["comments"])
	v = p.ask("doc.get_outline", nil)["version"]
	p.edit("doc.insert_comment", v, object{"text": "two", "range": object{"begin": c[0]["range_begin"], "end": c[0]["range_end"]}, "ref_id": c[0]["id"]})
	if c = list(p.ask("doc.get_comments", nil)["comments"]); len(c) != 2 || c[1]["ref_id"] != c[0]["id"] || c[1]["text"] != "two" {
		t.Errorf("%v", c)
	}
	p.clean()
	p.s.Change(func(o *second.Options) { o.Words = true })
	p.refused("doc.insert_text", object{"text": "x", "index": 1e6}, "operation failed, reference")
	p.s.Change(func(o *second.Options) { o.Words, o.EditsRPC = false, true })
	p.refused("doc.insert_text", object{"text": "x", "index": 1e6}, "400001")
}

func TestImagesComeInTwoWays(t *testing.T) {
	p := newPaper(t, second.Options{})
	post := func(token string) (int, string) {
		var b bytes.Buffer
		m := multipart.NewWriter(&b)
		f, _ := m.CreateFormFile("image", "a.png")
		raw, _ := base64.StdEncoding.DecodeString(pixel)
		_, _ = f.Write(raw)
		_ = m.Close()
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, p.s.Base()+"/openapi/resources/v2/images", &b)
		req.Header.Set("Content-Type", m.FormDataContentType())
		for k, v := range map[string]string{"Access-Token": token, "Client-Id": "c", "Open-Id": "o"} {
			req.Header.Set(k, v)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		data, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(data)
	}
	if st, _ := post("other"); st != 401 {
		t.Errorf("a wrong Access-Token: %d", st)
	}
	_, body := post(second.OpenToken)
	var got struct{ ImageID string }
	if err := json.Unmarshal([]byte(body), &got); err != nil || got.ImageID == "" {
		t.Fatalf("%s: %v", body, err)
	}
	p.s.Change(func(o *second.Options) { o.OpenWrapped = true })
	if _, body := post(second.OpenToken); !strings.Contains(body, `"data":{"imageID"`) {
		t.Errorf("%s", body)
	}
	up := p.good("upload_image", object{"image_base64": pixel, "file_name": "a.png"})
	v := p.ask("doc.get_outline", nil)["version"]
	v = p.edit("doc.insert_image", v, object{"index": 0, "image_id": got.ImageID})
	p.edit("doc.insert_image", v, object{"index": 0, "image_id": up["image_id"], "width": 10, "height": 20})
	pics := list(p.ask("doc.get_images", nil)["images"])
	res, err := http.Get(pics[1]["image_url"].(string))
	if err != nil || res.StatusCode != 200 || res.Header.Get("Content-Type") != "image/png" || len(pics) != 2 {
		t.Errorf("%v %v", res, err)
	}
	_ = res.Body.Close()
	release := p.s.Hold("upload_image")
	done := make(chan object)
	go func() {
		out, _ := p.call("upload_image", object{"image_base64": pixel, "file_name": "a.png"})
		done <- out
	}()
	p.ask("doc.get_outline", nil) // goes on meanwhile
	release()
	if out := <-done; out["image_id"] == nil {
		t.Errorf("%v", out)
	}
	p.clean()
}

func TestLostAnswersOfEdits(t *testing.T) {
	for f, applied := range map[second.Fault]bool{second.LostBefore: false, second.LostAfter: true, second.CutBefore: false, second.CutAfter: true} {
		p := newPaper(t, second.Options{})
		_, before := p.s.WordOf(p.id)
		p.s.Fault("doc.insert_text", f, 1)
		res, _ := p.post("tools/call", object{"name": "doc.insert_text", "arguments": object{"file_id": p.id, "text": "x", "index": 0}})
		cut := f == second.CutBefore || f == second.CutAfter
		if _, after := p.s.WordOf(p.id); (after > before) != applied || (res != nil) != cut {
			t.Errorf("fault %d: version %d after %d, answer %v", f, after, before, res)
		}
	}
}
