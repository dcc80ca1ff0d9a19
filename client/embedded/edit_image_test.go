//go:build unix

package embedded

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/pages"
	"aloft/client/office/word"
)

// pixelPNG is an image of 3 by 2.
func pixelPNG() []byte {
	img := image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.White, color.Black})
	var b bytes.Buffer
	_ = png.Encode(&b, img)
	return b.Bytes()
}

func (d *desk) get(link string) (*http.Response, []byte) {
	d.t.Helper()
	req, err := http.NewRequestWithContext(d.t.Context(), "GET", link, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	res, err := d.s.Transport().RoundTrip(req)
	if err != nil {
		d.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	return res, b
}

// open posts an image to the open platform.
func (d *desk) open(field string, b []byte, head ...string) (int, reading) {
	d.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	w, _ := form.CreateFormFile(field, "plan.png")
	_, _ = w.Write(b)
	form.Close()
	req, err := http.NewRequestWithContext(d.t.Context(), "POST", "http://aloft.local"+OpenImagesPath, &body)
	if err != nil {
		d.t.Fatal(err)
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Access-Token", d.token)
	req.Header.Set("Client-Id", "c")
	req.Header.Set("Open-Id", "o")
	for i := 0; i+1 < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	res, err := d.s.Transport().RoundTrip(req)
	if err != nil {
		d.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	var out reading
	if err := json.Unmarshal(raw, &out); err != nil {
		d.t.Fatal(err, string(raw))
	}
	return res.StatusCode, out
}

func TestImages(t *testing.T) {
	now := &clock{}
	r := open(t, Options{Now: now.Now})
	k := &clerk{desk: &desk{t: t, s: r.s, token: r.s.Token()}}
	k.id = k.create("doc", "Pictures", "")
	raw := pixelPNG()
	other := append(bytes.Clone(raw), "more"...) // another file, also an image
	k.edit("doc.insert_image", object{"index": k.last(), "content": base64.StdEncoding.EncodeToString(raw), "width": 30})
	up := k.call("upload_image", object{"image_base64": base64.StdEncoding.EncodeToString(other), "file_name": "b.png"}).str("image_id")
	k.edit("doc.insert_image", object{"index": k.last(), "image_id": up})
	_, answer := k.open("image", raw)
	k.edit("doc.insert_image", object{"index": k.last(), "image_id": answer.str("imageID"), "width": 10, "height": 11})

	images := k.ask("doc.get_images", nil).list("images")
	if len(images) != 3 || images[0].num("source") != 1 {
		t.Fatal(images)
	}
	for i, want := range [][]byte{raw, other, raw} {
		link := images[i].str("image_url")
		res, got := k.get(link)
		if res.StatusCode != 200 || !bytes.Equal(got, want) || res.Header.Get("Content-Type") != "image/png" || res.Header.Get("Content-Security-Policy") == "" {
			t.Error(i, res.Status, len(got), res.Header)
		}
		for _, bad := range []string{link + "x", strings.Replace(link, "/blob/image/", "/blob/down/", 1), strings.Replace(link, ".png?", ".svg?", 1)} {
			if res, _ := k.get(bad); res.StatusCode != 403 {
				t.Error(bad, res.Status)
			}
		}
		bare, _, _ := strings.Cut(link, "?")
		if res, _ := k.get(bare); res.StatusCode != 404 {
			t.Error(bare, res.Status)
		}
	}
	p, err := k.s.word.Document(t.Context(), k.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	sizes := ""
	for _, b := range p.Blocks() {
		para, is := b.(*word.Paragraph)
		if !is {
			continue
		}
		for _, in := range para.Inlines() {
			if in.Kind == word.Image {
				sizes += strconv.Itoa(in.Picture.Width) + "x" + strconv.Itoa(in.Picture.Height) + " "
			}
		}
	}
	if sizes != "30x20 3x2 10x11 " {
		t.Error(sizes)
	}
	// The second one is replaced; the others stay.
	bare, _, _ := strings.Cut(images[1].str("image_url"), "?")
	k.edit("doc.replace_image", object{"idx": number(images[1].str("pos")), "old_image_url": bare, "image_id": answer.str("imageID")})
	after := k.ask("doc.get_images", nil).list("images")
	if _, b := k.get(after[1].str("image_url")); !bytes.Equal(b, raw) || len(after) != 3 {
		t.Error(after)
	}
	old := images[0].str("image_url")
	now.pass(31 * time.Minute)
	if res, _ := k.get(old); res.StatusCode != 403 {
		t.Error("a link after half an hour:", res.Status)
	}
	now.pass(24 * time.Hour)
	k.refuse(pages.Bad, "a day", "doc.insert_image", object{"index": 0, "image_id": up})
	fresh := k.ask("doc.get_images", nil).list("images")[0].str("image_url")
	k.call("manage.delete_file", object{"file_id": k.id})
	if res, _ := k.get(fresh); res.StatusCode != 404 {
		t.Error("an image of a deleted document:", res.Status)
	}
}

func TestImageUploadsAreRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	d := openDesk(t, fault.Docs{})
	raw := pixelPNG()
	d.refused(pages.Bad, "base64", "upload_image", object{"image_base64": "!", "file_name": "x.png"})
	d.refused(pages.Bad, "format", "upload_image", object{"image_base64": b64("text"), "file_name": "x.png"})
	d.refused(pages.Bad, "file_name", "upload_image", object{"image_base64": b64("text")})
	big := append(bytes.Clone(raw), make([]byte, 10<<20)...)
	d.refused(pages.Bad, "at most 10485760", "upload_image", object{"image_base64": base64.StdEncoding.EncodeToString(big), "file_name": "x.png"})
	for _, c := range []struct {
		field  string
		body   []byte
		head   []string
		status int
		words  string
	}{
		{"image", raw, []string{"Access-Token", "x"}, 401, "Access-Token"},
		{"image", raw, []string{"Client-Id", " "}, 401, "Client-Id"},
		{"image", raw, []string{"Open-Id", ""}, 401, "Open-Id"},
		{"file", raw, nil, 400, "image"},
		{"image", raw, []string{"Content-Type", "text/plain"}, 400, "image"},
		{"image", []byte("text"), nil, 400, "format"},
		{"image", nil, nil, 400, "empty"},
		{"image", big, nil, 413, "more than 10485760 bytes"},
	} {
		if status, a := d.open(c.field, c.body, c.head...); status != c.status || !strings.Contains(a.str("message"), c.words) {
			t.Errorf("%s %d %v: %d %v", c.field, len(c.body), c.head, status, a)
		}
	}
	if res, _ := d.get("http://aloft.local" + OpenImagesPath); res.StatusCode != 405 {
		t.Error(res.Status)
	}
	d = openDesk(t, fault.Docs{ImageFail: fault.Rate{Every: 2}, Wrapped: true})
	good := object{"image_base64": base64.StdEncoding.EncodeToString(raw), "file_name": "x.png"}
	d.call("upload_image", good)
	d.refused(pages.Transient, "could not be stored", "upload_image", good)
	if status, a := d.open("image", raw); status != 200 || reading(a["data"].(map[string]any)).str("imageID") == "" {
		t.Error(status, a)
	}
	if status, _ := d.open("image", raw); status != 503 {
		t.Error(status)
	}
}

// An imported file contains its images; they get URLs when asked for.
func TestImagesOfAnImportedFile(t *testing.T) {
	k := &clerk{desk: &desk{t: t}}
	r := open(t, Options{Sample: true})
	k.s, k.watch = r.s, r.watch
	k.token = k.s.Token()
	k.id = k.find("Project report")
	img := k.ask("doc.get_images", nil).list("images")
	if len(img) != 1 {
		t.Fatal(img)
	}
	if res, b := k.get(img[0].str("image_url")); res.StatusCode != 200 || !bytes.HasPrefix(b, []byte("\x89PNG")) {
		t.Error(res.Status, len(b))
	}
	if k.version() != 1 {
		t.Error("a query has made a version")
	}
	k.watch.Change(func(f *fault.Faults) { f.Docs.Attachments, f.Docs.ImageWords = true, true })
	img = k.ask("doc.get_images", nil).list("images")
	if img[0].str("source") != "FromAttachment" || img[0].str("attachment_id") == "" || img[0]["image_url"] != nil {
		t.Error(img)
	}
	k.edit("doc.replace_image", object{"idx": number(img[0].str("pos")), "old_attachment_id": img[0].str("attachment_id"),
		"content": base64.StdEncoding.EncodeToString(pixelPNG()), "file_url": "https://docs.aloft.local/doc/" + k.id + "?x=1#y"})
}

// find returns the newest document of a title.
func (d *desk) find(title string) string {
	d.t.Helper()
	for _, hit := range d.call("manage.search_file", object{"search_key": title}).list("list") {
		if hit.str("title") == title && strings.Contains(hit.str("url"), "/doc/") {
			return hit.str("file_id")
		}
	}
	d.t.Fatalf("no document %q", title)
	return ""
}

// No sweep removes an image that a document has, or one that waits for a document.
func TestImagesAreNotSwept(t *testing.T) {
	now := &clock{}
	p := openPorter(t, Options{Now: now.Now})
	k := &clerk{desk: &desk{t: t, s: p.s, token: p.s.Token()}}
	k.id = k.create("doc", "Pictures", "")
	image := func(more string) string { return b64(string(pixelPNG()) + more) }
	k.edit("doc.insert_image", object{"index": 0, "content": image("a")})
	link := k.ask("doc.get_images", nil).list("images")[0].str("image_url")
	waits := k.call("upload_image", object{"image_base64": image("b"), "file_name": "b.png"}).str("image_id")
	k.refuse(pages.Bad, "outside", "doc.insert_image", object{"index": 99, "content": image("c")}) // a file that nothing refers to
	p.sweptTo(1)
	if res, _ := k.get(link); res.StatusCode != 200 {
		t.Error(res.Status)
	}
	version := k.edit("doc.insert_image", object{"index": 0, "image_id": waits})
	k.call("upload_image", object{"image_base64": image("d"), "file_name": "d.png"})
	now.pass(25 * time.Hour)
	p.sweptTo(1) // uploaded too long ago
	// What an edit can restore stays.
	k.edit("doc.revert_revision", object{"target_version": version})
	p.sweptTo(0)
	k.edit("doc.revert_revision", object{"target_version": version + 1})
	for _, img := range k.ask("doc.get_images", nil).list("images") {
		if res, _ := k.get(img.str("image_url")); res.StatusCode != 200 {
			t.Error(res.Status)
		}
	}
}
