package office

import (
	"context"
	"encoding/base64"
	"io"
	"os"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/md"
	"aloft/client/office/word/parts"
	"aloft/model"
)

// maxEmbedded is the size of the pictures in a text that is sent in one call.
const maxEmbedded = 8 << 20

// Embed puts the pictures that a Markdown text names beside its file into the text, as data:
// addresses: a service cannot see the file. Pictures of more than 8 MB together stay links.
func Embed(ctx context.Context, markdown string, file *os.File) (string, error) {
	images, done := beside(file)
	defer done()
	out, err := md.Embed(markdown, md.Options{Open: images, Pictures: maxEmbedded, Budget: usual(ctx)}, func(p *word.Picture) (string, error) {
		in, err := p.Data.Open()
		if err != nil {
			return "", err
		}
		defer in.Close()
		data, err := io.ReadAll(io.LimitReader(in, maxEmbedded))
		return "data:" + parts.MIME(parts.Ext(p.Name)) + ";base64," + base64.StdEncoding.EncodeToString(data), err
	})
	return out, ofWord(file.Name(), err)
}

// Lost is what a document does not keep of a Markdown text that is inserted.
func Lost(ctx context.Context, markdown string) []model.Sentence {
	_, lost, err := md.Read([]byte(markdown), md.Options{Budget: usual(ctx)})
	if err != nil {
		return nil // the service says why
	}
	return lost.Without(loss.Deep).Sentences()
}
