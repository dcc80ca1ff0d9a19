package docs

import (
	"bytes"
	"context"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

var _ client.Peeker = (*Source)(nil)

// mostExported is how large an export may be to be read: a preview unpacks no more.
const mostExported = 16 << 20

// Peek exports a document and holds the file. Each is a task of the service, so callers ask only for what a person opens.
func (v *reader) Peek(ctx context.Context, p model.Place, seen model.Entry) (client.PeekBody, model.Entry, error) {
	x := &Source{*v} // an export changes nothing
	task, err := x.Export(ctx, model.Ref{Place: p, ID: seen.ID, Kind: seen.Kind, Space: seen.Facts().Space}, client.Interactive)
	if err != nil {
		return nil, seen, err
	}
	var st client.TaskState
	for !st.Done {
		if err := client.Sleep(ctx, x.Poll().Min); err != nil {
			return nil, seen, err
		}
		if st, err = x.ExportState(ctx, task, client.Interactive); err != nil {
			return nil, seen, err
		}
		if st.Failed {
			return nil, seen, client.Errorf(client.KindServer, string(model.OpExport), p, text.JobsTaskSays, st.Error)
		}
	}
	got := exported{place: p}
	if _, err := x.Download(ctx, st.URL, 0, &got); err != nil {
		return nil, seen, err
	}
	seen.Size = int64(len(got.data))
	return held{bytes.NewReader(got.data)}, seen, nil
}

// exported takes the bytes of an export.
type exported struct {
	place model.Place
	data  []byte
}

func (e *exported) Write(p []byte) (int, error) {
	if len(e.data)+len(p) > mostExported {
		return 0, client.Errorf(client.KindUnsupported, string(model.OpExport), e.place, "the export is larger than %s, too large to read here; export it to a file", text.Size(mostExported))
	}
	e.data = append(e.data, p...)
	return len(p), nil
}

func (e *exported) Restart() error {
	e.data = nil
	return nil
}

// held is the file of an export.
type held struct{ *bytes.Reader }

func (held) Close() error { return nil }
