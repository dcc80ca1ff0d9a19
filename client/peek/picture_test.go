//go:build unix

package peek_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/peek"
	"aloft/model"
)

// halves is a picture whose left half is red and whose right half is blue.
func halves(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{R: 255, A: 255}
			if x >= w/2 {
				c = color.RGBA{B: 255, A: 255}
			}
			img.Set(x, y, c)
		}
	}
	return img
}

func pictureOf(t *testing.T, ctx context.Context, data []byte, w, h int) (image.Image, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return peek.New(one{disk.New()}, nil).Picture(ctx, at(name), model.Entry{}, w, h)
}

func TestPicturesAreScaledDown(t *testing.T) {
	encode := map[string]func(*bytes.Buffer, image.Image) error{
		"png":  func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) },
		"jpeg": func(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) },
		"gif":  func(b *bytes.Buffer, m image.Image) error { return gif.Encode(b, m, nil) },
	}
	for kind, encode := range encode {
		for _, c := range []struct{ w, h, roomW, roomH, wantW, wantH int }{
			{400, 200, 100, 100, 100, 50}, {200, 400, 100, 100, 50, 100}, {40, 20, 100, 100, 40, 20}, {301, 1, 100, 100, 100, 1}, {1000, 3, 10, 10, 10, 1},
		} {
			var b bytes.Buffer
			if err := encode(&b, halves(c.w, c.h)); err != nil {
				t.Fatal(err)
			}
			img, err := pictureOf(t, t.Context(), b.Bytes(), c.roomW, c.roomH)
			if err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			if got := img.Bounds().Size(); got != image.Pt(c.wantW, c.wantH) {
				t.Errorf("%s of %dx%d: %v", kind, c.w, c.h, got)
			}
			left, _, _, _ := img.At(0, 0).RGBA()
			_, _, right, _ := img.At(c.wantW-1, c.wantH-1).RGBA()
			if left < 0xe000 || right < 0xe000 {
				t.Errorf("%s of %dx%d: red %x, blue %x", kind, c.w, c.h, left, right)
			}
		}
	}
}

// A header that promises too many pixels is refused before anything is decoded, and what is broken ends nothing.
func TestPicturesThatAreNotDecoded(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, halves(4, 4)); err != nil {
		t.Fatal(err)
	}
	huge := bytes.Clone(b.Bytes())
	binary.BigEndian.PutUint32(huge[16:], 8000)
	binary.BigEndian.PutUint32(huge[20:], 8000)
	binary.BigEndian.PutUint32(huge[29:], crc32.ChecksumIEEE(huge[12:29]))
	for what, c := range map[string]struct {
		data []byte
		want string
		kind client.Kind
	}{
		"too many pixels": {huge, "too large", client.KindUnsupported},
		"another kind":    {[]byte("RIFF\x00\x00\x00\x00WEBPVP8 "), "in an unsupported format", client.KindUnsupported},
		"cut off":         {b.Bytes()[:b.Len()-20], "broken", client.KindInvalid},
	} {
		if _, err := pictureOf(t, t.Context(), c.data, 10, 10); err == nil || !strings.Contains(err.Error(), c.want) || client.KindOf(err) != c.kind {
			t.Errorf("%s: %v", what, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := pictureOf(t, ctx, b.Bytes(), 10, 10); err == nil {
		t.Error("nobody waits for it")
	}
}

// A small picture of a service is one request, a large one is not read.
func TestAFarPicture(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, halves(300, 200)); err != nil {
		t.Fatal(err)
	}
	s := &service{data: b.Bytes()}
	img, err := peek.New(one{s}, nil).Picture(t.Context(), onDrive("a.png"), model.Entry{}, 90, 90)
	if err != nil || img.Bounds().Size() != image.Pt(90, 60) || s.asks != 1 {
		t.Errorf("%v, %d requests", err, s.asks)
	}
	s = &service{data: append(b.Bytes(), make([]byte, client.PreviewBytes)...)}
	if _, err := peek.New(one{s}, nil).Picture(t.Context(), onDrive("a.png"), model.Entry{}, 90, 90); err == nil || s.asks != 0 {
		t.Errorf("%v, %d requests", err, s.asks)
	}
}

// FuzzPictures decodes what strangers made: none may end the program or be larger than asked for.
func FuzzPictures(f *testing.F) {
	for _, encode := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return png.Encode(b, halves(9, 5)) },
		func(b *bytes.Buffer) error { return jpeg.Encode(b, halves(9, 5), nil) },
		func(b *bytes.Buffer) error { return gif.Encode(b, halves(9, 5), nil) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes(), 4, 4)
	}
	f.Fuzz(func(t *testing.T, data []byte, w, h int) {
		w, h = 1+w&127, 1+h&127
		s := &service{data: data}
		img, err := peek.New(one{s}, nil).Picture(t.Context(), onDrive("a"), model.Entry{}, w, h)
		if err == nil && (img.Bounds().Dx() > w || img.Bounds().Dy() > h || img.Bounds().Empty()) {
			t.Errorf("%v instead of %dx%d", img.Bounds(), w, h)
		}
		if err != nil && client.KindOf(err) == "" {
			t.Errorf("%v has no kind", err)
		}
	})
}
