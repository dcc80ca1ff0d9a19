package limited_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// spot sets one place in a value.
type spot struct {
	path string
	set  func(root reflect.Value, to any)
}

// spots finds all that has the type in a type: in its fields, lists and pointers. Nothing is
// followed into itself.
func spots(in, want reflect.Type) []spot {
	var out []spot
	var look func(typ reflect.Type, path string, above []reflect.Type, at func(reflect.Value) reflect.Value)
	look = func(typ reflect.Type, path string, above []reflect.Type, at func(reflect.Value) reflect.Value) {
		if typ == want {
			out = append(out, spot{path, func(root reflect.Value, to any) { at(root).Set(reflect.ValueOf(to)) }})
			return
		}
		if slices.Contains(above, typ) {
			return
		}
		above = append(slices.Clone(above), typ)
		switch typ.Kind() {
		case reflect.Struct:
			for i := range typ.NumField() {
				if f := typ.Field(i); f.IsExported() {
					look(f.Type, path+"."+f.Name, above, func(root reflect.Value) reflect.Value { return at(root).Field(i) })
				}
			}
		case reflect.Slice:
			look(typ.Elem(), path+"[]", above, func(root reflect.Value) reflect.Value {
				s := at(root)
				if s.Len() == 0 {
					s.Set(reflect.MakeSlice(typ, 1, 1))
				}
				return s.Index(0)
			})
		case reflect.Pointer:
			look(typ.Elem(), path+"*", above, func(root reflect.Value) reflect.Value {
				p := at(root)
				if p.IsNil() {
					p.Set(reflect.New(typ.Elem()))
				}
				return p.Elem()
			})
		}
	}
	look(in, "", nil, func(root reflect.Value) reflect.Value { return root })
	return out
}

// reached are jobs that nobody should have reached.
type reached struct {
	by   []string
	jobs []model.JobSnapshot
}

func (r *reached) Plan(context.Context, client.Request) (*model.Plan, error) {
	r.by = append(r.by, "Plan")
	return &model.Plan{}, nil
}

func (r *reached) Start(_ context.Context, p *model.Plan) (string, error) {
	r.by = append(r.by, "Start")
	return p.ID, nil
}

func (r *reached) Jobs() []model.JobSnapshot                 { return r.jobs }
func (r *reached) Recent() []model.JobSnapshot               { return r.jobs }
func (r *reached) Events() <-chan client.JobEvent            { return nil }
func (r *reached) Report(string) ([]model.ItemReport, error) { return nil, r.reach("Report") }
func (r *reached) Pause(string) error                        { return r.reach("Pause") }
func (r *reached) Resume(string) error                       { return r.reach("Resume") }
func (r *reached) Cancel(string) error                       { return r.reach("Cancel") }
func (r *reached) Forget(string) error                       { return r.reach("Forget") }
func (r *reached) Reorder(string, string) error              { return r.reach("Reorder") }
func (r *reached) Wait(context.Context, string) (model.JobSnapshot, error) {
	return model.JobSnapshot{}, r.reach("Wait")
}

func (r *reached) reach(by string) error {
	r.by = append(r.by, by)
	return nil
}

// Every place that a request or a plan can hold is looked at, those of fields to come, too.
func TestEveryPlaceOfARequestIsLookedAt(t *testing.T) {
	w := newWorld(t)
	g := w.person(false, w.shown()...)
	all := &reached{}
	jobs := g.Jobs(t.Context(), all)
	item := model.Item{Op: model.OpMove, Parent: w.at("docs:/Projects"), Name: "Weekly notes", Target: w.at("docs:/Projects/Garden planner"), Decision: model.DecideGo}
	plan := func() *model.Plan {
		return &model.Plan{ID: "p", Scheme: model.SchemeDocs, Op: model.OpMove, Items: []model.Item{item}}
	}
	request := func() *client.Request {
		return &client.Request{Op: model.OpMove, Items: w.all("docs:/Projects/Weekly notes"), Target: w.at("docs:/Projects/Garden planner")}
	}
	refused := func(what string, err error) {
		t.Helper()
		if !refusal(err) || len(all.by) > 0 {
			t.Errorf("%s went through: %v, %q", what, err, all.by)
		}
		all.by = nil
	}
	if _, err := jobs.Plan(t.Context(), *request()); err != nil || len(all.by) != 1 {
		t.Fatal(err)
	}
	if _, err := jobs.Start(t.Context(), plan()); err != nil || len(all.by) != 2 {
		t.Fatal(err)
	}
	all.by = nil
	tried := 0
	for _, out := range append(w.outside(), w.at("docs:/"), w.at("drive:/Projects")) {
		for _, s := range spots(reflect.TypeFor[client.Request](), reflect.TypeFor[model.Place]()) {
			if strings.Contains(s.path, ".Taken*") || strings.Contains(s.path, ".Roots[]") || strings.Contains(s.path, ".Tops[]") { // they are set anew
				continue // what has the name in the target, which is looked at itself
			}
			if way := out.IsRoot() || out.Base() == "Projects"; way && (strings.Contains(s.path, ".Saved*") || strings.Contains(s.path, ".Progress")) {
				continue // below
			}
			r := request()
			if strings.HasPrefix(s.path, ".Saved") {
				r = &client.Request{Saved: plan()}
			}
			s.set(reflect.ValueOf(r).Elem(), out)
			_, err := jobs.Plan(t.Context(), *r)
			refused(s.path+" "+out.String(), err)
			tried++
		}
		for _, s := range spots(reflect.TypeFor[model.Plan](), reflect.TypeFor[model.Place]()) {
			if strings.Contains(s.path, ".Taken*") || strings.Contains(s.path, ".Roots[]") || strings.Contains(s.path, ".Tops[]") {
				continue
			}
			if way := out.IsRoot() || out.Base() == "Projects"; way && (strings.Contains(s.path, "Sizes") || strings.Contains(s.path, "Empty") || strings.Contains(s.path, "Refused") || strings.Contains(s.path, "Unlisted")) {
				continue // a person knows that these folders are there
			}
			p := plan()
			s.set(reflect.ValueOf(p).Elem(), out)
			_, err := jobs.Start(t.Context(), p)
			refused(s.path+" "+out.String(), err)
			tried++
		}
	}
	if tried < 14*15 {
		t.Errorf("only %d places were tried", tried)
	}
	for _, r := range []client.Request{{Undo: "other"}, {Op: model.OpMove, Items: request().Items, Target: request().Target, Retries: "other"}} {
		_, err := jobs.Plan(t.Context(), r)
		refused("another job", err)
	}
	loose := plan()
	loose.Items[0].Parent, loose.Items[0].Loose, loose.Items[0].Pin = w.at("docs:/"), true, w.ref(w.at("docs:/Household")).ID
	_, err := jobs.Start(t.Context(), loose)
	refused("a loose item", err)
	account := plan()
	account.Account = "other"
	_, err = jobs.Start(t.Context(), account)
	refused("another account", err)
}

// Of what others do a person sees nothing, and changes nothing; of jobs without places they see
// those about what they see.
func TestJobsOfOthers(t *testing.T) {
	w := newWorld(t)
	inside := model.JobSnapshot{ID: "inside", From: w.at("docs:/Projects"), To: w.at("drive:/Documents")}
	all := &reached{jobs: []model.JobSnapshot{
		inside, {ID: "outside", From: w.at("docs:/Household")}, {ID: "up", From: w.at("~/secret"), To: w.at("drive:/Archive")},
		{ID: "down", From: w.at("drive:/Documents"), To: w.at("~/share")},
		{ID: "account", From: model.Place{Account: "other", Scheme: model.SchemeDrive}},
	}}
	about := func(jobs client.Jobs, id string) map[string]error {
		out := map[string]error{}
		typ := reflect.TypeFor[client.Jobs]()
		for i := range typ.NumMethod() {
			m := typ.Method(i)
			var in []reflect.Value
			for n := range m.Type.NumIn() {
				switch m.Type.In(n) {
				case reflect.TypeFor[context.Context]():
					in = append(in, reflect.ValueOf(t.Context()))
				case reflect.TypeFor[string]():
					in = append(in, reflect.ValueOf(id))
				default:
					in = append(in, reflect.Zero(m.Type.In(n)))
				}
			}
			if slices.ContainsFunc(in, func(v reflect.Value) bool { return v.Kind() == reflect.String }) {
				answer := reflect.ValueOf(jobs).MethodByName(m.Name).Call(in)
				out[m.Name], _ = failed(answer)
			}
		}
		return out
	}
	some := w.person(false, w.shown()...).Jobs(t.Context(), all)
	for _, id := range []string{"inside", "outside", "up", "down", "account", "nobody", ""} {
		for m, err := range about(some, id) {
			if !refusal(err) {
				t.Errorf("%s of %q: %v", m, id, err)
			}
		}
	}
	if len(some.Jobs())+len(some.Recent())+len(all.by) > 0 {
		t.Errorf("%v %v %q", some.Jobs(), some.Recent(), all.by)
	}
	for _, readOnly := range []bool{false, true} {
		every := w.person(readOnly).Jobs(t.Context(), all)
		if got := every.Jobs(); len(got) != 2 || got[0].ID != "inside" || got[1].ID != "outside" {
			t.Errorf("%+v", got)
		}
		for _, id := range []string{"up", "down", "account"} {
			for m, err := range about(every, id) {
				if !refusal(err) {
					t.Errorf("%s of %q: %v", m, id, err)
				}
			}
		}
		for m, err := range about(every, "outside") {
			if changes := m != "Report" && m != "Wait"; (err != nil) != (readOnly && changes) {
				t.Errorf("%s: %v", m, err)
			}
		}
	}
	reader := w.person(true, w.shown()...).Jobs(t.Context(), all)
	all.by = nil
	if _, err := reader.Plan(t.Context(), client.Request{Op: model.OpMove, Items: w.all("docs:/Projects/Weekly notes")}); !refusal(err) {
		t.Error(err)
	}
	if _, err := reader.Start(t.Context(), &model.Plan{}); !refusal(err) || len(all.by) > 0 {
		t.Error(err, all.by)
	}
}

// told is a stream of events.
type told struct {
	reached
	events chan client.JobEvent
}

func (j *told) Events() <-chan client.JobEvent { return j.events }

// Of an event only what concerns the person is passed on, and nobody is waited for who has left.
func TestEventsConcernThePerson(t *testing.T) {
	w := newWorld(t)
	g := w.person(false, w.all("docs:/Projects", "drive:/Documents")...)
	synctest.Test(t, func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		all := &told{events: make(chan client.JobEvent)}
		jobs := g.Jobs(ctx, all)
		listing := func(typed string) *model.Listing { return &model.Listing{Place: w.at(typed)} }
		for _, c := range []struct{ give, want client.JobEvent }{
			{give: client.JobEvent{Job: "other", State: model.JobDone}},
			{give: client.JobEvent{Job: "other", Listing: listing("docs:/Household")}},
			{give: client.JobEvent{Job: "other", Listing: listing("docs:/")}},
			{give: client.JobEvent{Job: "other", Listing: &model.Listing{Place: w.at("docs:/").JoinPin("Projects", "1")}}},
			{give: client.JobEvent{Job: "other", Touched: w.all("docs:/", "drive:/Archive")}},
			{client.JobEvent{Job: "other", State: model.JobDone, Touched: w.all("docs:/Household", "docs:/Projects")}, client.JobEvent{Touched: w.all("docs:/Projects")}},
			{client.JobEvent{Job: "other", Listing: listing("drive:/Documents/Letters")}, client.JobEvent{Listing: listing("drive:/Documents/Letters")}},
		} {
			all.events <- c.give
			synctest.Wait()
			var got client.JobEvent
			select {
			case got = <-jobs.Events():
			default:
			}
			if len(got.Touched) == 0 {
				got.Touched = nil
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v became %+v", c.give, got)
			}
		}
		if _, err := jobs.Start(ctx, &model.Plan{ID: "own"}); err != nil {
			t.Fatal(err)
		}
		all.events <- client.JobEvent{Job: "own", State: model.JobRunning}
		if got := <-jobs.Events(); got.Job != "own" || got.State != model.JobRunning {
			t.Errorf("%+v", got)
		}
		all.events <- client.JobEvent{Job: "own"}
		synctest.Wait()
		leave()
		if _, ok := <-jobs.Events(); ok {
			t.Error("the events go on")
		}
	})
}

// What a person asks for is done where it is theirs, and nowhere else.
func TestJobsStayInside(t *testing.T) {
	w := newWorld(t)
	g := w.person(false, w.shown()...)
	jobs := g.Jobs(t.Context(), w.jobs)
	doc := &model.New{Kind: model.KindSmartCanvas}
	for _, r := range []client.Request{
		{Op: model.OpMove, Items: w.all("drive:/Documents/Reading list.md"), Target: w.at("drive:/Archive")},
		{Op: model.OpMove, Items: w.all("drive:/Documents/Reading list.md"), Target: w.at("drive:/")},
		{Op: model.OpMove, Items: w.all("drive:/Archive"), Target: w.at("drive:/Documents")},
		{Op: model.OpMove, Items: w.all("drive:/Documents"), Target: w.at("drive:/Projects/garden-planner")}, // a place as a whole
		{Op: model.OpCopy, Items: w.all("drive:/Archive"), Target: w.at("drive:/Documents")},
		{Op: model.OpCopy, Items: w.all("docs:/Household/Insurance overview"), Target: w.at("docs:/Projects")},
		{Op: model.OpRename, Items: w.all("docs:/Projects"), NewNames: []string{"Mine"}},
		{Op: model.OpRename, Items: w.all("docs:/Household"), NewNames: []string{"Mine"}},
		{Op: model.OpDelete, Items: w.all("docs:/Summer party: who comes?")},
		{Op: model.OpDelete, Items: w.all("drive:/Documents")},
		{Op: model.OpDelete, Items: w.all("drive:/")},
		{Op: model.OpDelete, Items: w.all("~/share")},
		{Op: model.OpMakeFolder, Items: w.all("drive:/New")},
		{Op: model.OpMakeFolder, Items: w.all("drive:/Projects/New")},
		{Op: model.OpMakeFolder, Items: w.all("~/new"), Parents: true},
		{Op: model.OpMakeFolder, Items: []model.Place{w.at("~/share").Join("..").Join("new")}},
		{Op: model.OpMakeFolder, Items: w.all("~/share/out/new")},
		{Op: model.OpMakeFolder, Items: w.all("~/share/dangling/new"), Parents: true},
		{Op: model.OpCreate, Items: w.all("docs:/New"), New: doc},
		{Op: model.OpCreate, Items: w.all("docs:/Household/New"), New: doc},
		{Op: model.OpShare, Items: w.all("docs:/Household/Insurance overview"), Policy: model.PolicyRead},
		{Op: model.OpShare, Items: w.all("docs:/Summer party: who comes?"), Policy: model.PolicyRead},
		{Op: model.OpUpload, Items: w.all("~/secret/s.txt"), Target: w.at("drive:/Documents")},
		{Op: model.OpUpload, Items: w.all("~/share/out/s.txt"), Target: w.at("drive:/Documents")},
		{Op: model.OpUpload, Items: w.all("~/share/outfile"), Target: w.at("drive:/Documents")},
		{Op: model.OpUpload, Items: w.all("~/share/a.txt"), Target: w.at("drive:/")},
		{Op: model.OpDownload, Items: w.all("drive:/Documents/Reading list.md"), Target: w.at("~/secret")},
		{Op: model.OpDownload, Items: w.all("drive:/Documents/Reading list.md"), Target: w.at("~/share/out")},
		// The disk is for reading only.
		{Op: model.OpDownload, Items: w.all("drive:/Documents/Letters"), Target: w.at("~/share/sub")},
		{Op: model.OpExport, Items: w.all("docs:/Projects/Weekly notes"), Target: w.at("~/share")},
		{Op: model.OpTransfer, Items: w.all("~/share/a.txt"), Target: w.at("~/share/sub")},
		{Op: model.OpRelocate, Items: w.all("~/share/a.txt"), Target: w.at("drive:/Documents")},
		{Op: model.OpMove, Items: w.all("~/share/a.txt"), Target: w.at("~/share/sub")},
		{Op: model.OpDelete, Items: w.all("~/share/a.txt")},
		{Op: model.OpMakeFolder, Items: w.all("~/share/new")},
		{Op: model.OpRename, Items: w.all("~/share/a.txt"), NewNames: []string{"b.txt"}},
		{Op: model.OpDownload, Items: w.all("drive:/Read me first.txt"), Target: w.at("~/share")},
		{Op: model.OpExport, Items: w.all("docs:/Household/Insurance overview"), Target: w.at("~/share")},
		{Op: model.OpTransfer, Items: w.all("~/secret/s.txt"), Target: w.at("~/share")},
		{Op: model.OpTransfer, Items: w.all("~/share/outfile"), Target: w.at("~/share/sub")},
		{Op: model.OpRename, Items: w.all("~/share/out"), NewNames: []string{"new"}},
		{Op: model.OpMove, Items: w.all("~/share/out"), Target: w.at("~/share/sub")},
		{Op: model.OpImport, Items: w.all("~/share/a.txt"), Target: w.at("docs:/Projects")}, // it arrives in the home first
		{Op: model.OpRecover, Target: w.at("drive:/"), Bin: []client.BinEntry{{Record: "1"}}},
		{Op: model.OpPurge, Target: w.at("drive:/"), Bin: []client.BinEntry{{Record: "1"}}},
	} {
		if p, err := jobs.Plan(t.Context(), r); err == nil && !goes(p) {
			continue // nothing is done
		} else if !refusal(err) || p != nil {
			t.Errorf("%s %v to %s: %v", r.Op, r.Items, r.Target, err)
		}
	}
	for _, r := range []client.Request{
		{Op: model.OpMakeFolder, Items: w.all("drive:/Documents/New/Newer"), Parents: true},
		{Op: model.OpMove, Items: w.all("drive:/Documents/Reading list.md"), Target: w.at("drive:/Documents/New/Newer")},
		{Op: model.OpMove, Items: w.all("docs:/Projects/Weekly notes"), Target: w.at("docs:/Projects/Garden planner")},
		{Op: model.OpRename, Items: w.all("docs:/Projects/Garden planner/Weekly notes"), NewNames: []string{"Notes"}},
		{Op: model.OpCreate, Items: w.all("docs:/Projects/New"), New: doc},
		{Op: model.OpUpload, Items: w.all("~/share/sub", "~/share/in"), Target: w.at("drive:/Documents"), Partial: true},
		{Op: model.OpDelete, Items: w.all("drive:/Documents/Letters")},
	} {
		p, err := jobs.Plan(t.Context(), r)
		if err != nil {
			t.Errorf("%s %v to %s: %v", r.Op, r.Items, r.Target, err)
			continue
		}
		id, err := jobs.Start(t.Context(), p)
		if err != nil {
			t.Errorf("%s %v to %s: %v", r.Op, r.Items, r.Target, err)
			continue
		}
		if s, err := jobs.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
			items, _ := jobs.Report(id)
			t.Errorf("%s %v to %s: %s %s, %v; %+v", r.Op, r.Items, r.Target, s.State, s.Error, err, items)
		}
	}
	for _, name := range []string{"secret/new", "new"} {
		if _, err := os.Lstat(filepath.Join(w.dir, name)); err == nil {
			t.Errorf("%s was made", name)
		}
	}
	// The bin holds what of it was theirs, and that comes back.
	other, err := w.jobs.Plan(t.Context(), client.Request{Op: model.OpDelete, Items: w.all("drive:/Archive/Mail")})
	w.must(err)
	id, err := w.jobs.Start(t.Context(), other)
	w.must(err)
	if _, err := w.jobs.Wait(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	in, err := w.source(g, w.at("drive:/")).(client.Binner).Bin(t.Context(), client.Options{})
	everything, rawErr := w.source(w.sources, w.at("drive:/")).(client.Binner).Bin(t.Context(), client.Options{})
	if err != nil || rawErr != nil || len(in) != 1 || in[0].Entry.Name != "Letters" || len(everything) < 2 {
		t.Fatalf("%+v, %v; %+v, %v", in, err, everything, rawErr)
	}
	for _, b := range everything {
		p, err := jobs.Plan(t.Context(), client.Request{Op: model.OpRecover, Target: w.at("drive:/"), Bin: []client.BinEntry{b}})
		if own := b.Record == in[0].Record; own != (err == nil) || !own && !refusal(err) {
			t.Errorf("%s: %+v, %v", b.Entry.Name, p, err)
		}
	}
	// What others have done is not taken back, what the person has is.
	if _, err := jobs.Plan(t.Context(), client.Request{Undo: id}); !refusal(err) {
		t.Error(err)
	}
	own := jobs.Jobs()[0]
	if _, err := jobs.Plan(t.Context(), client.Request{Undo: own.ID}); err != nil {
		t.Error(err)
	}
}

// A link that came where there was a folder while a job waited is not followed.
func TestAJobIsResumedInsideOnly(t *testing.T) {
	w := newWorld(t)
	g := w.person(false, w.shown()...)
	jobs := g.Jobs(t.Context(), w.jobs)
	p, err := jobs.Plan(t.Context(), client.Request{Op: model.OpUpload, Items: w.all("~/share/sub/b.txt"), Target: w.at("drive:/Documents")})
	w.must(err)
	p.Paused = true
	id, err := jobs.Start(t.Context(), p)
	w.must(err)
	w.must(os.Rename(filepath.Join(w.dir, "share/sub"), filepath.Join(w.dir, "away")))
	w.must(os.Symlink("../secret", filepath.Join(w.dir, "share/sub")))
	w.must(os.WriteFile(filepath.Join(w.dir, "secret/b.txt"), []byte(hush), 0o600))
	w.must(jobs.Resume(id))
	s, err := jobs.Wait(t.Context(), id)
	if items, _ := jobs.Report(id); err != nil || s.State == model.JobDone || len(items) != 1 || !strings.Contains(items[0].Error.String(), "a link leads out") {
		t.Errorf("%s: %s, %v; %+v", s.State, s.Error, err, items)
	}
	if _, err := w.source(w.sources, w.at("drive:/Documents")).Stat(t.Context(), w.at("drive:/Documents/b.txt"), client.Options{}); !client.Is(err, client.KindNotFound) {
		t.Errorf("it was sent: %v", err)
	}
	// Somebody who sees everything of the account sees jobs of others there, and those alone.
	r := client.Request{Op: model.OpMakeFolder, Items: w.all("docs:/Household/New")}
	p, err = w.jobs.Plan(t.Context(), r)
	w.must(err)
	other, err := w.jobs.Start(t.Context(), p)
	w.must(err)
	every := w.person(true).Jobs(t.Context(), w.jobs)
	if s, err := every.Wait(t.Context(), other); err != nil || s.State != model.JobDone {
		t.Errorf("%s, %v", s.State, err)
	}
	if _, err := every.Report(id); !refusal(err) {
		t.Errorf("what is on the disk is told: %v", err)
	}
}

// blocked are jobs that wait for one of somebody else.
type blocked struct{ reached }

func (b *blocked) Start(context.Context, *model.Plan) (string, error) {
	return "", client.Errorf(client.KindConflict, "move", model.LocalPlace(model.Steps("Weekly notes")), text.JobsUnsettled, "Weekly notes", "x-17")
}

func (b *blocked) Wait(context.Context, string) (model.JobSnapshot, error) { return b.jobs[0], nil }

// A job of somebody else has no name for the person.
func TestOtherJobsAreNotNamed(t *testing.T) {
	w := newWorld(t)
	all := &blocked{reached{jobs: []model.JobSnapshot{{ID: "x-17"}}}}
	jobs := w.person(false, w.shown()...).Jobs(t.Context(), all)
	if _, err := jobs.Start(t.Context(), &model.Plan{ID: "own"}); !client.Is(err, client.KindConflict) || strings.Contains(err.Error(), "x-17") || !strings.Contains(err.Error(), "Weekly notes") {
		t.Error(err)
	}
	all.jobs = []model.JobSnapshot{{ID: "own", Error: model.Say("waits until job %s has settled", "x-17")}, {ID: "x-17"}}
	s, err := jobs.Wait(t.Context(), "own")
	if got := jobs.Jobs(); err != nil || len(got) != 1 || strings.Contains(got[0].Error.String()+s.Error.String(), "x-17") {
		t.Errorf("%+v, %+v, %v", got, s, err)
	}
}

// goes reports whether a plan does anything.
func goes(p *model.Plan) bool {
	return slices.ContainsFunc(p.Items, func(it model.Item) bool { return it.Goes() })
}
