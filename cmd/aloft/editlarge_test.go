//go:build unix

package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/disk"
	"aloft/client/edits"
	"aloft/model"
)

// BenchmarkEditLarge plans and applies an edit in a document of 1,000 pages, and
// reads its outline again; the target is 150 ms.
func BenchmarkEditLarge(b *testing.B) {
	var md strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&md, "# Section %d\n\n", i)
		for j := range 20 {
			fmt.Fprintf(&md, "%s paragraph %d of %d.\n\n", strings.Repeat("some words that fill a line ", 5), j, i)
		}
	}
	s := onEmbedded(b, fault.Docs{})
	newPaper(b, s, "Large")
	e := edits.New(edits.Options{Sources: bothSources{s.Home(), disk.New()}, Dir: b.TempDir()})
	item := s.Home().Root().Join("Large")
	do := func(at string, ed model.Edit) (plan, apply time.Duration) {
		w, err := model.ParseWhere(at)
		if err != nil {
			b.Fatal(err)
		}
		began := time.Now()
		p, err := e.Plan(b.Context(), client.EditRequest{Item: item, Edits: []client.EditAt{{At: w, Edit: ed}}})
		if err != nil {
			b.Fatal(err)
		}
		plan = time.Since(began)
		began = time.Now()
		if _, err := e.Apply(b.Context(), p); err != nil {
			b.Fatal(err)
		}
		return plan, time.Since(began)
	}
	do("end", model.Edit{Kind: model.EditMarkdown, Text: md.String()})
	var plan, apply time.Duration
	n := 0
	for b.Loop() {
		x, y := do(fmt.Sprintf("end-of:Section %d", n*37%1000), model.Edit{Kind: model.EditText, Text: fmt.Sprintf(" more %d.", n)})
		plan, apply, n = plan+x, apply+y, n+1
	}
	b.ReportMetric(float64(plan.Milliseconds())/float64(n), "plan-ms")
	b.ReportMetric(float64(apply.Milliseconds())/float64(n), "apply-ms")
}
