package jobs

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/explain"
	"aloft/client/jobs/run"
	"aloft/model"
)

// A PDF is made by the service where it can, otherwise here, and the plan and the outcome
// say which of them; without either there is no plan.
func TestExportAsPDF(t *testing.T) {
	here := func(ctx context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) ([]model.Sentence, error) {
		_, err := io.Copy(w, io.MultiReader(strings.NewReader(format+" of "+name+", "), io.NewSectionReader(r, 0, size)))
		return []model.Sentence{model.Say("a loss")}, err
	}
	none := func(format string) error {
		if format != model.FormatPDF {
			return nil
		}
		return client.Errorf(client.KindUnsupported, "export", model.Place{}, "no LibreOffice")
	}
	for name, c := range map[string]struct {
		service    string
		cannot     func(string) error
		refused    bool
		as         string
		body, note string
		losses     int
		failed     string
	}{
		"here":              {as: "PDF, by LibreOffice on this computer", body: "pdf of page.docx, document page", note: "LibreOffice made the PDF", losses: 1},
		"the service":       {service: "%PDF-1.7 of ", as: "PDF, by the service", body: "%PDF-1.7 of document page", note: "the service made the PDF"},
		"it alone":          {service: "%PDF-1.7 of ", cannot: none, as: "PDF, by the service", body: "%PDF-1.7 of document page", note: "the service made the PDF"},
		"neither":           {cannot: none, refused: true},
		"another file came": {service: "PK", as: "PDF, by the service", failed: "the service was asked for a PDF but sent another kind of file: page.docx"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newDocs()
				s.PDF = c.service
				s.Put(memdoc.Home, "page", model.KindDoc)
				e := openDocs(t, s, run.Options{Convert: here, Cannot: c.cannot})
				dir := t.TempDir()
				r := client.Request{Op: model.OpExport, Items: docsAt("docs:/page"), Target: onDisk(dir), Format: model.FormatPDF}
				p, err := e.Plan(t.Context(), r)
				if c.refused {
					if !client.Is(err, client.KindUnsupported) || s.Calls["export"] > 0 {
						t.Fatalf("%v, %v", err, s.Calls)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if as := explain.Of(nil, p).Format(); as != c.as {
					t.Errorf("the plan says %q", as)
				}
				got := do(t, e, r)
				rs, _ := e.Report(got.ID)
				if c.failed != "" {
					if rs[0].State != model.ItemFailed || !rs[0].By().IsZero() || rs[0].Error.String() != c.failed || len(files(t, dir)) > 0 {
						t.Errorf("%+v, %v", rs[0], files(t, dir))
					}
					return
				}
				if got.Done != 1 || len(rs[0].Notes) != c.losses || rs[0].By().String() != c.note {
					t.Errorf("%+v, %+v", got, rs)
				}
				if all := files(t, dir); len(all) != 1 || all["page.pdf"] != c.body {
					t.Errorf("%v", all)
				}
			})
		})
	}
}
