package edits

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

func insert(s string) model.Edit { return model.Edit{Kind: model.EditText, Text: s} }

// Every kind of edit is made and found in the document.
func TestKinds(t *testing.T) {
	yes := true
	b := newBench(t, sample)
	png := []byte("\x89PNG\r\n\x1a\n and so on")
	b.files["p.png"] = png
	r := b.do(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "cost", Text: "price"}, Pick: []int{1, 2}})
	if got := b.f.markdown(); !r.Verified || !strings.Contains(got, "price is 10 and price is 20") || !strings.Contains(got, "other cost") {
		t.Errorf("%+v\n%s", r, got)
	}
	r = b.do(client.EditAt{Edit: model.Edit{Kind: model.EditReplaceAll, Old: "price", Text: "fee"}})
	if got := b.f.markdown(); !r.Verified || !strings.Contains(got, "fee is 10 and fee is 20") {
		t.Errorf("%+v\n%s", r, got)
	}
	r = b.do(client.EditAt{Edit: model.Edit{Kind: model.EditFormat, Old: "fee", Props: model.TextProps{Bold: &yes}}})
	if got := b.f.markdown(); !r.Verified || !strings.Contains(got, "**fee** is 10") {
		t.Errorf("%+v\n%s", r, got)
	}
	r = b.do(client.EditAt{Edit: model.Edit{Kind: model.EditComment, Old: "intro", Text: "why?\nindeed"}})
	if !r.Verified {
		t.Errorf("%+v", r)
	}
	r = b.do(client.EditAt{Edit: model.Edit{Kind: model.EditComment, Reply: "c4", Text: "because"}})
	if c := b.f.now().Comments(); !r.Verified || len(c) != 2 {
		t.Errorf("%+v %+v", r, c)
	}
	r = b.do(b.at("end", model.Edit{Kind: model.EditImage, Image: model.NewImage{File: disk("p.png")}}))
	if !r.Verified || string(b.f.sent[len(b.f.sent)-1].Image.Data) != string(png) || b.f.Calls["upload image"] != 0 {
		t.Errorf("%+v", r)
	}
	b.f.Inline = 4
	r = b.do(client.EditAt{Edit: model.Edit{Kind: model.EditReplaceImage, Image: model.NewImage{File: disk("p.png")}, OldImage: &model.DocImage{Attachment: "att-image6.png", Source: model.ImageByAttachment}}})
	if !r.Verified || b.f.Calls["upload image"] != 1 || b.f.sent[len(b.f.sent)-1].Image.ID != "uploaded" {
		t.Errorf("%+v", r)
	}
	r = b.do(b.at("end", model.Edit{Kind: model.EditPageBreak}))
	if !r.Verified {
		t.Errorf("%+v", r)
	}
	r = b.do(b.at("heading:Goals", model.Edit{Kind: model.EditParagraph, Paragraph: model.ParagraphStyle{Level: 2}}))
	if !r.Verified {
		t.Errorf("%+v", r)
	}
	r = b.do(client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "fee is 10 and ", Text: ""}})
	_ = r
	if got := b.f.markdown(); strings.Contains(got, "is 10") {
		t.Errorf("%+v\n%s", r, got)
	}
	// Nothing of an image is written to the journal.
	for _, f := range glob(t, b) {
		if data, _ := os.ReadFile(f); strings.Contains(string(data), "PNG") {
			t.Error("the journal holds an image")
		}
	}
}

func glob(t *testing.T, b *bench) []string {
	t.Helper()
	fs, err := filepath.Glob(filepath.Join(b.e.o.Dir, "*", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return fs
}

// Several edits in one request are made at their places, whatever their order.
func TestManyEdits(t *testing.T) {
	b := newBench(t, sample)
	r := b.do(
		b.at("start", insert("A")),
		b.at("start", insert("B")),
		client.EditAt{Edit: model.Edit{Kind: model.EditReplace, Old: "goal", Text: "target"}},
		b.at("match:second", insert("C")),
		b.at("heading:Hollow", insert("D")),
		client.EditAt{Edit: model.Edit{Kind: model.EditComment, Old: "10", Text: "sure?"}},
		b.at("after:cost is 20", insert("E")),
		b.at("end", model.Edit{Kind: model.EditMarkdown, Text: "# Last\n\nF"}),
	)
	got := b.f.markdown()
	for _, want := range []string{"ABintro text", "first target", "Csecond target", "## Hollow\n\nD\n", "cost is 20E", "# Last\n\nF"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if !r.Verified {
		t.Errorf("%+v", r)
	}
	for name, c := range map[string][]client.EditAt{
		"the same text twice":  {{Edit: model.Edit{Kind: model.EditReplace, Old: "intro", Text: "x"}}, {Edit: model.Edit{Kind: model.EditReplace, Old: "intro t", Text: "y"}}},
		"inside what goes":     {{Edit: model.Edit{Kind: model.EditReplace, Old: "intro", Text: "x"}}, b.at("after:intr", insert("y"))},
		"all beside something": {{Edit: model.Edit{Kind: model.EditReplaceAll, Old: "intro", Text: "x"}}, b.at("end", insert("y"))},
	} {
		if _, err := b.plan(c...); !client.Is(err, client.KindInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestConflicts(t *testing.T) {
	b := newBench(t, sample)
	p, err := b.plan(b.at("end", insert("mine")))
	if err != nil {
		t.Fatal(err)
	}
	b.f.other(model.Edit{Kind: model.EditMarkdown, At: engineEnd(b.f), Text: "# Theirs\n\ntext"})
	r, err := b.e.Apply(t.Context(), p)
	b.wantKind(err, client.KindConflict)
	if r.Outcome != model.EditConflict || len(r.Changes) != 1 || r.Changes[0].New.Title != "Theirs" || len(b.f.sent) != 0 || r.Done != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	// The other writer edits between the check and the edit.
	p, err = b.plan(b.at("end", insert("mine")))
	if err != nil {
		t.Fatal(err)
	}
	b.f.before = func(model.Edit) error {
		b.f.before = nil
		b.f.other(model.Edit{Kind: model.EditText, At: 0, Text: "x"})
		return nil
	}
	r, err = b.e.Apply(t.Context(), p)
	b.wantKind(err, client.KindConflict)
	var o *client.Outdated
	if r.Outcome != model.EditConflict || !errors.As(err, &o) || o.Version != b.f.now().Version || len(r.Changes) == 0 {
		t.Errorf("%+v, %v", r, err)
	}
	b.do(b.at("end", insert("mine")))
	if h, err := b.e.History(t.Context(), fakePlace()); err != nil || len(h) != 2 || h[0].Outcome != model.EditDone || h[1].Outcome != model.EditConflict {
		t.Errorf("%+v, %v", h, err)
	}
}

func TestPartly(t *testing.T) {
	b := newBench(t, sample)
	b.f.noText = true
	p, err := b.plan(b.at("heading:Hollow", insert("D_&")))
	if err != nil {
		t.Fatal(err)
	}
	b.f.before = func(e model.Edit) error {
		if e.Kind == model.EditText {
			return client.Errorf(client.KindServer, "edit", model.Place{}, "no")
		}
		return nil
	}
	r, err := b.e.Apply(t.Context(), p)
	var ce *client.Error
	if r.Outcome != model.EditPartly || r.Done != 1 || !errors.As(err, &ce) || ce.Changed != client.ChangedSome || !strings.Contains(err.Error(), "the new paragraph was added but stays empty") {
		t.Errorf("%+v, %v", r, err)
	}
	// Others between two steps: the first one stays, the second is not forced.
	b = newBench(t, sample)
	p, err = b.plan(b.at("start", insert("A")), b.at("end", insert("B")))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	b.f.before = func(model.Edit) error {
		if n++; n == 2 {
			b.f.other(model.Edit{Kind: model.EditMarkdown, At: engineEnd(b.f), Text: "# Theirs"})
		}
		return nil
	}
	r, err = b.e.Apply(t.Context(), p)
	b.wantKind(err, client.KindConflict)
	if r.Outcome != model.EditPartly || r.Done != 1 || !strings.Contains(err.Error(), "1 of 2") || len(r.Changes) == 0 {
		t.Errorf("%+v, %v", r, err)
	}
	// A failure of the first step changes nothing.
	b = newBench(t, sample)
	b.f.before = func(model.Edit) error { return client.Errorf(client.KindInvalid, "edit", model.Place{}, "no") }
	p, _ = b.plan(b.at("start", insert("A")))
	if r, err := b.e.Apply(t.Context(), p); r.Outcome != model.EditFailed || !client.Is(err, client.KindInvalid) {
		t.Errorf("%+v, %v", r, err)
	}
}

// The reason why the second of two steps was not made, and the service's message,
// are reported; without a clear answer nothing is claimed.
func TestPartlySaysWhy(t *testing.T) {
	for kind, want := range map[client.Kind]string{
		client.KindThrottled: "the new paragraph was added but stays empty: the service asked to slow down — the service says: wait a bit. Some changes were made. → check the document",
		client.KindInvalid:   "the new paragraph was added but stays empty: the service refused the next step — the service says: wait a bit. Some changes were made. → check the document",
		client.KindUnknown:   "the new paragraph was added but may be empty — the service says: wait a bit. Some changes were made. → check in a minute",
	} {
		b := newBench(t, sample)
		b.f.noText = true
		p, err := b.plan(b.at("heading:Hollow", insert("D_&")))
		if err != nil {
			t.Fatal(err)
		}
		b.f.before = func(e model.Edit) error {
			if e.Kind == model.EditText {
				return &client.Error{Kind: kind, Op: "edit", What: "no", Server: "wait a bit", Status: 503}
			}
			return nil
		}
		if _, err := b.e.Apply(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// Of many steps it is reported how many were made, and that one left an empty
// paragraph.
func TestPartlyOfMany(t *testing.T) {
	for kind, want := range map[client.Kind]string{
		client.KindInvalid: "2 of 3 steps were done (the last added an empty paragraph), then the service refused",
		client.KindUnknown: "2 of 3 steps were done, then the next step got no clear answer and may have been done",
	} {
		b := newBench(t, sample)
		b.f.noText = true
		p, err := b.plan(b.at("end", insert("E")), b.at("heading:Hollow", insert("D_&")))
		if err != nil {
			t.Fatal(err)
		}
		b.f.before = func(e model.Edit) error {
			if e.Text == "D_&" {
				return &client.Error{Kind: kind, Op: "edit", What: "no"}
			}
			return nil
		}
		if _, err := b.e.Apply(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// The message of an answer that leaves the outcome open is shown, and that does not
// count as no answer.
func TestUnclearAnswerIsQuoted(t *testing.T) {
	b := newBench(t, sample)
	p, err := b.plan(b.at("end", insert("x")))
	if err != nil {
		t.Fatal(err)
	}
	b.f.before = func(model.Edit) error {
		return &client.Error{Kind: client.KindUnknown, Op: "edit", What: "no", Server: "busy", Changed: client.ChangedMaybe}
	}
	if _, err := b.e.Apply(t.Context(), p); err == nil || !strings.Contains(err.Error(), "no clear answer") || !strings.Contains(err.Error(), "says: busy") {
		t.Error(err)
	}
}

// A service that merges edits of two writers is noticed by the base that it
// returns.
func TestMergingService(t *testing.T) {
	b := newBench(t, sample)
	b.f.merge = true
	p, err := b.plan(b.at("start", insert("A")), b.at("end", insert("B")))
	if err != nil {
		t.Fatal(err)
	}
	b.f.before = func(model.Edit) error {
		b.f.before = nil
		b.f.other(model.Edit{Kind: model.EditText, At: 4, Text: "xx"})
		return nil
	}
	r, err := b.e.Apply(t.Context(), p)
	b.wantKind(err, client.KindConflict)
	if r.Outcome != model.EditPartly || r.Done != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	// A single step is made, and its effect is looked for.
	p, err = b.plan(b.at("end", insert("LAST")))
	if err != nil {
		t.Fatal(err)
	}
	b.f.before = func(model.Edit) error {
		b.f.before = nil
		b.f.other(model.Edit{Kind: model.EditText, At: 4, Text: "xx"})
		return nil
	}
	if r, err := b.e.Apply(t.Context(), p); err != nil || r.Outcome != model.EditDone || r.Verified || !r.Merged {
		t.Errorf("the text went to another place, and it is called seen: %+v, %v", r, err)
	}
	p, err = b.plan(b.at("after:second", insert("NEAR")))
	if err != nil {
		t.Fatal(err)
	}
	b.f.before = func(model.Edit) error {
		b.f.before = nil
		b.f.other(model.Edit{Kind: model.EditText, At: engineEnd(b.f), Text: "xx"})
		return nil
	}
	if r, err := b.e.Apply(t.Context(), p); err != nil || !r.Verified || !r.Merged {
		t.Errorf("%+v, %v", r, err)
	}
}

func lost(model.Edit) error {
	return &client.Error{Kind: client.KindUnknown, Op: "edit", What: "no answer", Changed: client.ChangedMaybe}
}

// The answer is lost: the outcome of the edit is found in the document, or reported
// as unknown. Nothing is ever sent twice.
func TestLostAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		edit      client.EditAt
		made      bool // the service made it before the answer was lost
		others    bool // somebody else wrote after it
		noRevert  bool
		noOld     bool
		out       model.EditOutcome
		versionOf int64
	}{
		"made":                       {edit: client.EditAt{Edit: insert("mine"), At: model.Where{Kind: model.WhereEnd}}, made: true, noRevert: true, out: model.EditDone},
		"made, old ones unread":      {edit: client.EditAt{Edit: insert("a text long enough"), At: model.Where{Kind: model.WhereEnd}}, made: true, noRevert: true, noOld: true, out: model.EditDone},
		"short, old ones unread":     {edit: client.EditAt{Edit: insert("a"), At: model.Where{Kind: model.WhereEnd}}, made: true, noRevert: true, noOld: true, out: model.EditUnknown},
		"not made":                   {edit: client.EditAt{Edit: insert("mine"), At: model.Where{Kind: model.WhereEnd}}, out: model.EditUnknown},
		"not made, others wrote":     {edit: client.EditAt{Edit: insert("mine"), At: model.Where{Kind: model.WhereEnd}}, others: true, out: model.EditUnknown},
		"others wrote the same text": {edit: client.EditAt{Edit: insert("x"), At: model.Where{Kind: model.WhereEnd}}, others: true, out: model.EditUnknown},
		"made and others wrote":      {edit: client.EditAt{Edit: insert("mine"), At: model.Where{Kind: model.WhereEnd}}, made: true, others: true, out: model.EditDone},
		"format, remembered":         {edit: client.EditAt{Edit: model.Edit{Kind: model.EditFormat, Old: "intro", Props: model.TextProps{Color: "FF0000"}}}, made: true, out: model.EditDone},
		"format, not remembered":     {edit: client.EditAt{Edit: model.Edit{Kind: model.EditFormat, Old: "intro", Props: model.TextProps{Color: "FF0000"}}}, made: true, noRevert: true, out: model.EditUnknown},
	} {
		b := newBench(t, sample)
		b.f.noRevert, b.f.noOld = c.noRevert, c.noOld
		p, err := b.plan(c.edit)
		if err != nil {
			t.Fatal(err)
		}
		strike := func(e model.Edit) error {
			if c.others {
				b.f.other(model.Edit{Kind: model.EditText, At: 4, Text: "x"})
			}
			return lost(e)
		}
		if c.made {
			b.f.after = strike
		} else {
			b.f.before = strike
		}
		r, err := b.e.Apply(t.Context(), p)
		if r.Outcome != c.out || (err == nil) != (c.out == model.EditDone) || len(b.f.sent) != 1 {
			t.Errorf("%s: %+v, %v, sent %d", name, r, err, len(b.f.sent))
		}
		if err != nil && !client.Is(err, client.KindUnknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The journal cannot be written: nothing is sent.
func TestNoJournal(t *testing.T) {
	b := newBench(t, sample)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := b.plan(b.at("end", insert("x")))
	if err != nil {
		t.Fatal(err)
	}
	b.e = b.engine(filepath.Join(file, "dir"))
	r, err := b.e.Apply(t.Context(), p)
	b.wantKind(err, client.KindLocal)
	if r.Outcome != model.EditFailed || len(b.f.sent) > 0 {
		t.Errorf("%+v", r)
	}
}

// The journal cannot be written after the edit was made: that is reported, not that
// nothing was sent.
func TestMadeButNotNoted(t *testing.T) {
	b := newBench(t, sample)
	b.e.o.Hook = func(point string) {
		if point != "sent" {
			return
		}
		if err := os.RemoveAll(b.e.o.Dir); err != nil {
			t.Error(err)
		}
		if err := os.WriteFile(b.e.o.Dir, nil, 0o600); err != nil {
			t.Error(err)
		}
	}
	p, err := b.plan(b.at("end", insert("x")))
	if err != nil {
		t.Fatal(err)
	}
	r, err := b.e.Apply(t.Context(), p)
	b.wantKind(err, client.KindLocal)
	if says := err.Error(); r.Outcome != model.EditDone || !strings.Contains(says, "was made") || strings.Contains(says, "nothing is sent") {
		t.Errorf("%+v, %s", r, says)
	}
}

// What cannot be sent is refused before it is journaled: an edit without an end
// would be looked for forever.
func TestWhatCannotBeSentIsNoIntent(t *testing.T) {
	b := newBench(t, sample)
	p, err := b.plan(b.at("end", insert("two")))
	if err != nil {
		t.Fatal(err)
	}
	b.f.barred = errors.New("nothing can be changed")
	dir := t.TempDir()
	if _, err := b.engine(dir).Apply(t.Context(), p); !errors.Is(err, b.f.barred) {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 || len(b.f.sent) > 0 {
		t.Errorf("%v, %v", left, b.f.sent)
	}
}
