package docs

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/docs/conn"
	"aloft/model"
)

// file is a Body in memory.
type file struct{ *bytes.Reader }

func (file) Close() error { return nil }

func image(s string) (client.Body, int64) { return file{bytes.NewReader([]byte(s))}, int64(len(s)) }

func TestImageTypes(t *testing.T) {
	for in, want := range map[string]string{
		pngBytes: "png", "\xff\xd8\xff\xe0": "jpg", "GIF87a": "gif", "GIF89a..": "gif", "BM......": "bmp", "RIFF....WEBPVP8 ": "webp", "RIFF....WAVE": "",
		"<svg xmlns='x'>": "svg", "\ufeff<?xml version='1.0'?>\n<!-- c -->\n<svg>": "svg", "<html><p>": "", "hello <svg>": "", "": "", "%PDF-1.7": "", "\x89PNG": "",
	} {
		if got := client.ImageType([]byte(in)); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"a.png": "a.png", "a.PNG": "a.PNG", "/home/x/a.jpeg": "a.png", `C:\x\a`: "a.png", "..": "image.png", "": "image.png", "a\nb\".png": "a_b_.png", "x.tar": "x.png", "\xff.png": "_.png",
	} {
		if got := imageName(in, "png"); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	if got := imageName("a.jpeg", "jpg"); got != "a.jpeg" {
		t.Error(got)
	}
}

func TestUploadByTool(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		b.results["upload_image"] = `{"image_id":"img-1","trace_id":"t"}`
		body, size := image(pngBytes)
		id, err := b.editor().UploadImage(t.Context(), "/secret/place/a.jpg", body, size, client.Interactive)
		if err != nil || id != "img-1" {
			t.Fatalf("%q, %v", id, err)
		}
		if got := b.args[0]; got["image_base64"] != `"iVBORw0KGgowMDAw"` || got["file_name"] != `"a.png"` || len(got) != 2 {
			t.Errorf("sent %v", got)
		}
		b.calls()
		for name, in := range map[string]struct {
			data string
			size int64
			want client.Kind
		}{
			"empty": {"", 0, client.KindInvalid}, "no image": {"hello", 5, client.KindInvalid}, "large": {pngBytes, client.MaxImage + 1, client.KindInvalid},
			"shorter than told": {pngBytes, 500, client.KindLocal}, "below zero": {pngBytes, -1, client.KindInvalid},
		} {
			body, _ := image(in.data)
			if _, err := b.editor().UploadImage(t.Context(), "x", body, in.size, client.Interactive); !client.Is(err, in.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if sent := b.calls(); sent != "" {
			t.Errorf("sent %s", sent)
		}
		b.results["upload_image"] = `{"trace_id":"t"}`
		if _, err := b.editor().UploadImage(t.Context(), "x", body, size, client.Interactive); !client.Is(err, client.KindServer) {
			t.Error(err)
		}
		b.then(status(503, "busy"))
		b.calls()
		if _, err := b.editor().UploadImage(t.Context(), "x", body, size, client.Interactive); err == nil || strings.Count(b.calls(), "upload_image") != 1 {
			t.Errorf("%v, or more than once", err)
		}
		if n := b.editor().ImageInline(); n != imageInline {
			t.Error(n)
		}
	})
}

// platform is a scripted open platform.
type platform struct {
	t      *testing.T
	answer []func(*http.Request) *http.Response
	seen   []string
}

func (p *platform) RoundTrip(r *http.Request) (*http.Response, error) {
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		p.t.Error(err)
	}
	part, err := multipart.NewReader(r.Body, params["boundary"]).NextPart()
	if err != nil {
		return nil, err
	}
	data, _ := io.ReadAll(part)
	_, _ = io.Copy(io.Discard, r.Body)
	p.seen = append(p.seen, strings.Join([]string{r.Method, r.URL.String(), part.FormName(), part.FileName(), string(data),
		r.Header.Get("Access-Token"), r.Header.Get("Client-Id"), r.Header.Get("Open-Id"), r.Header.Get("Authorization")}, "|"))
	a := p.answer[0]
	if len(p.answer) > 1 {
		p.answer = p.answer[1:]
	}
	resp := a(r)
	if resp == nil {
		return nil, errors.New("broken")
	}
	return resp, nil
}

func says(code int, body string, head ...string) func(*http.Request) *http.Response {
	return func(r *http.Request) *http.Response {
		resp := respond(r, code, "application/json", body)
		for i := 0; i+1 < len(head); i += 2 {
			resp.Header.Set(head[i], head[i+1])
		}
		return resp
	}
}

// without offers everything but these tools.
func without(names ...string) string {
	offer := offerWith(nil)
	for _, n := range names {
		offer = strings.Replace(offer, `{"name":"`+n+`"`, `{"name":"x_`+n+`_x"`, 1)
	}
	return offer
}

func TestUploadToTheOpenPlatform(t *testing.T) {
	const token = "open-secret-token"
	sent := "POST|https://open.example/openapi/resources/v2/images|image|a.png|" + pngBytes + "|" + token + "|cid|oid|"
	for name, c := range map[string]struct {
		url     string
		answers []func(*http.Request) *http.Response
		next    string // token after Reload
		want    string // id, or kind
		times   int
		warns   string
	}{
		"id":                  {"https://open.example", []func(*http.Request) *http.Response{says(200, `{"imageID":"i1"}`)}, "", "i1", 1, ""},
		"a slash at the end":  {"https://open.example/", []func(*http.Request) *http.Response{says(200, `{"data":{"imageID":"i2"}}`)}, "", "i2", 1, ""},
		"201":                 {"https://open.example", []func(*http.Request) *http.Response{says(201, `{"code":0,"data":{"image_id":7}}`)}, "", "7", 1, ""},
		"refused":             {"https://open.example", []func(*http.Request) *http.Response{says(400, `{"code":5,"msg":"wrong image"}`)}, "", "invalid", 1, "wrong image"},
		"refused with 200":    {"https://open.example", []func(*http.Request) *http.Response{says(200, `{"ret":5,"msg":"wrong image"}`)}, "", "invalid", 1, "wrong image"},
		"no id":               {"https://open.example", []func(*http.Request) *http.Response{says(200, `{}`)}, "", "server", 1, "no id"},
		"a page":              {"https://open.example", []func(*http.Request) *http.Response{says(200, `<html>`)}, "", "server", 1, ""},
		"busy":                {"https://open.example", []func(*http.Request) *http.Response{says(503, ``)}, "", "server", 1, "503"},
		"slow down":           {"https://open.example", []func(*http.Request) *http.Response{says(429, ``)}, "", "throttled", 1, ""},
		"signed out":          {"https://open.example", []func(*http.Request) *http.Response{says(401, `{"msg":"bad `+token+`"}`)}, "", "auth", 1, "open_credential_command"},
		"a renewed token":     {"https://open.example", []func(*http.Request) *http.Response{says(401, ``), says(200, `{"imageID":"i3"}`)}, "other", "i3", 2, ""},
		"renewed for nothing": {"https://open.example", []func(*http.Request) *http.Response{says(403, ``)}, "other", "auth", 2, ""},
		"a redirect":          {"https://open.example", []func(*http.Request) *http.Response{says(307, ``, "Location", "https://evil.example/")}, "", "invalid", 1, "another server"},
		"another redirect":    {"https://open.example", []func(*http.Request) *http.Response{says(302, ``, "Location", "https://evil.example/")}, "", "invalid", 1, "another server"},
		"broken":              {"https://open.example", []func(*http.Request) *http.Response{func(*http.Request) *http.Response { return nil }}, "", "network", 1, ""},
		"its own words":       {"https://open.example", []func(*http.Request) *http.Response{says(400, `{"msg":"no `+token+`"}`)}, "", "invalid", 1, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := &platform{t: t, answer: c.answers}
			b := newBench(t, 0, func(o *Options) {
				o.Bytes = p
				tokens := clienttest.NewJar(token)
				tokens.SetNext(c.next)
				o.Open = conn.OpenPlatform{URL: c.url, ClientID: "cid", OpenID: "oid", Tokens: tokens}
			})
			defer b.end(t)
			b.offer = without("upload_image")
			if _, err := b.editor().Find(t.Context(), b.page(), "x", 0, client.Options{}); err == nil {
				t.Fatal("no answer is one")
			}
			body, size := image(pngBytes)
			id, err := b.editor().UploadImage(t.Context(), "a.png", body, size, client.Interactive)
			if err != nil {
				id = string(client.KindOf(err))
				if msg := err.Error(); strings.Contains(msg, token) || strings.Contains(msg, "cid") || strings.Contains(msg, "oid") && !strings.Contains(msg, "avoid") || !strings.Contains(msg, c.warns) {
					t.Errorf("%s: %s", name, msg)
				}
			}
			if id != c.want || len(p.seen) != c.times || len(p.seen) > 0 && p.seen[0] != sent {
				t.Errorf("%s: %q, %v, sent %q", name, id, err, p.seen)
			}
		})
	}
}

// Without a safe address, ids or a token nothing is sent.
func TestOpenPlatformThatIsNotUsed(t *testing.T) {
	for name, c := range map[string]struct {
		o    conn.OpenPlatform
		want client.Kind
	}{
		"none":          {conn.OpenPlatform{}, client.KindUnsupported},
		"no client id":  {conn.OpenPlatform{URL: "https://open.example", OpenID: "o", Tokens: clienttest.NewJar("t")}, client.KindInvalid},
		"no open id":    {conn.OpenPlatform{URL: "https://open.example", ClientID: "c", Tokens: clienttest.NewJar("t")}, client.KindInvalid},
		"no credential": {conn.OpenPlatform{URL: "https://open.example", ClientID: "c", OpenID: "o"}, client.KindInvalid},
		"no token":      {conn.OpenPlatform{URL: "https://open.example", ClientID: "c", OpenID: "o", Tokens: clienttest.NewJar("")}, client.KindAuth},
		"plain http":    {conn.OpenPlatform{URL: "http://open.example", ClientID: "c", OpenID: "o", Tokens: clienttest.NewJar("t")}, client.KindInvalid},
		"no address":    {conn.OpenPlatform{URL: "open.example", ClientID: "c", OpenID: "o", Tokens: clienttest.NewJar("t")}, client.KindInvalid},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, 0, func(o *Options) { o.Open = c.o }) // the real network, which a bubble does not have
			defer b.end(t)
			b.offer = without("upload_image")
			b.results["doc.get_outline"] = `{"version":1}`
			if _, err := b.editor().Outline(t.Context(), b.page(), 0, client.Options{}); err != nil {
				t.Fatal(err)
			}
			body, size := image(pngBytes)
			if _, err := b.editor().UploadImage(t.Context(), "a.png", body, size, client.Interactive); !client.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
			if n := b.editor().ImageInline(); (n == client.MaxImage) != (c.o.URL == "") {
				t.Errorf("%s: %d", name, n)
			}
		})
	}
}

// A missing tool is reported before anything is sent.
func TestMissingDocTools(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		v := b.editor()
		if err := v.CanEdit(model.KindDoc, model.EditTable); err != nil || v.TextParagraph(model.ParagraphStyle{}) {
			t.Errorf("before anything is known: %v", err)
		}
		b.offer = without("doc.insert_table", "doc.get_outline", "doc.revert_revision", "doc.insert_paragraph", "smartcanvas.read", "get_content")
		if _, err := listHome(t, b); err != nil {
			t.Fatal(err)
		}
		b.calls()
		for _, k := range []model.EditKind{model.EditTable, model.EditRevert, "dance"} {
			if err := v.CanEdit(model.KindDoc, k); !client.Is(err, client.KindUnsupported) {
				t.Errorf("%s: %v", k, err)
			}
		}
		for _, k := range []model.EditKind{model.EditText, model.EditParagraph, model.EditMarkdown} {
			if err := v.CanEdit(model.KindDoc, k); err != nil {
				t.Errorf("%s: %v", k, err)
			}
		}
		if !v.TextParagraph(model.ParagraphStyle{}) {
			t.Error("a paragraph with its text is not known")
		}
		_, recent := v.RecentEdits(t.Context(), b.page(), client.Options{})
		_, content := v.Content(t.Context(), b.page(), 0, client.Options{})
		_, edited := v.Edit(t.Context(), b.page(), 3, model.Edit{Kind: model.EditTable, Rows: 1, Cols: 1}, client.Bulk)
		for i, err := range []error{v.Readable(model.KindDoc), v.Readable(model.KindSmartCanvas), recent, content, edited} {
			if !client.Is(err, client.KindUnsupported) || !strings.Contains(err.Error(), "does not offer") {
				t.Errorf("%d: %v", i, err)
			}
		}
		if sent := b.calls(); sent != "" {
			t.Errorf("sent %s", sent)
		}
	})
	in(t, 0, func(t *testing.T, b *bench) {
		b.offer = without("doc.insert_paragraph_with_text")
		if _, err := listHome(t, b); err != nil {
			t.Fatal(err)
		}
		_, err := b.editor().Edit(t.Context(), b.page(), 3, model.Edit{Kind: model.EditParagraph, Text: "x"}, client.Bulk)
		if !client.Is(err, client.KindUnsupported) || b.editor().TextParagraph(model.ParagraphStyle{}) {
			t.Error(err)
		}
	})
}
