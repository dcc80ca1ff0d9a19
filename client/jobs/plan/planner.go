package plan

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// Maker makes plans.
type Maker struct {
	Sources client.Sources
	Waits   *client.Waits             // is notified of what a plan waits for; may be nil
	Convert bool                      // files can be converted on this machine
	Cannot  func(format string) error // why not into that format; nil = into all
	// Gap is the time between two requests to the source with the root.
	Gap func(root model.Place) time.Duration
	// Slots counts all requests so far that have waited for that gap.
	Slots func(root model.Place) int
	// Asked counts the requests that this process has sent so far.
	Asked func() int
	// Pace is the time that a request of such a plan has taken before, 0 = shorter
	// than the gap.
	Pace func(*model.Plan) (each time.Duration, known bool)
	// Scaled scales a waiting time.
	Scaled func(time.Duration) time.Duration
	// Effects returns the names that jobs have put into a folder (true) or removed
	// from it (false) before the given time, while listings may not show it yet.
	Effects func(folder model.Place, before time.Time) map[model.Step]bool
	// Tell gets each whole listing.
	Tell func(model.Listing)
	// Past is what an ended job has done.
	Past func(id string) (*journal.Progress, error)
}

// planner makes one plan.
type planner struct {
	verify.Lister
	r    client.Request
	root model.Place
	plan *model.Plan
	// check returns an error for a name that cannot be used.
	check func(string) error
	given map[string]bool // ids of the items so far
	above map[string]bool // ids of the folders and pages on the way down to the current one
	// to lists the taking end of a transfer, home is the source that the job belongs to;
	// entries are those of the items, by id.
	to      *verify.Lister
	home    client.Source
	slots   int // all requests that have waited for its gap before this plan
	convert bool
	cannot  func(format string) error
	entries map[string]model.Entry
	// beside is where a transfer within a service gives copies other names.
	beside model.Place
	// byParent are the names of the items in each folder.
	byParent map[string][]string
	// asked is the request as it was; wanted is where each item of its pairs should go, by its
	// PlaceKey: made when the first is left out.
	asked  client.Request
	wanted map[string]model.Place
}

func (m *Maker) newPlanner(r client.Request, src client.Source) *planner {
	p := &planner{r: r, asked: r, root: src.Root(), check: src.CheckName, given: map[string]bool{}, above: map[string]bool{}, entries: map[string]model.Entry{}}
	p.Lister = m.newLister(r, src)
	p.State.Items = len(r.Items)
	if r.Rule == "" {
		p.r.Rule = model.ConflictAsk
	}
	now := time.Now()
	p.plan = &model.Plan{ID: newID(now), Op: r.Op, MadeAt: now, Bulk: r.Class == client.Bulk, Retries: r.Retries, NoAudit: r.NoAudit, Roots: r.Roots}
	p.plan.Tops = model.Only(append([]model.Place{r.Target}, r.Targets...), func(at model.Place) bool { return at.Scheme.Local() })
	p.Src = client.Within(src, p.plan.Tops)
	m.owns(p, src)
	return p
}

// owns sets the source that the job belongs to.
func (m *Maker) owns(p *planner, home client.Source) {
	p.slots = m.Slots(home.Root())
	p.home, p.plan.Account, p.plan.Scheme = home, home.Root().Account, home.Root().Scheme
}

func (m *Maker) newLister(r client.Request, src client.Source) verify.Lister {
	return verify.Lister{Src: src, Class: r.Class, Scaled: m.Scaled, Seen: map[string]*verify.Folder{}, Progress: r.Progress,
		Waits: m.Waits, Effects: m.Effects, Tell: m.Tell}
}

// idLayout sorts by time; two random letters follow it.
const idLayout = "20060102-150405.000"

func newID(now time.Time) string {
	return now.UTC().Format(idLayout) + "-" + strings.ToLower(rand.Text()[:4])
}

// choose adds the items of the request, which must be in the source of the root.
// One that is named twice is added once.
func (p *planner) choose(r client.Request, root model.Place) error {
	p.r.Items, p.r.NewNames, p.r.Targets = make([]model.Place, 0, len(r.Items)), make([]string, 0, len(r.Items)), make([]model.Place, 0, len(r.Targets))
	no := func(at model.Place, what text.Text, args ...any) *client.Error {
		return client.Errorf(client.KindInvalid, string(r.Op), at, what, args...)
	}
	given := map[string]bool{}
	for i, it := range r.Items {
		all, again := r.Op.Row().Names == model.NamesAll, given[journal.PlaceKey(it)]
		switch {
		case !it.SameSource(root):
			return no(it, "all items of one job must be in one source; %s is in another one", it.Base()).Hinted("start one job for each source")
		case it.IsRoot():
			return no(it, "the root of a source cannot be changed")
		case all && (again || i >= len(r.NewNames)):
			return no(it, text.JobsNames)
		case again:
			continue
		}
		given[journal.PlaceKey(it)] = true
		p.r.Items = append(p.r.Items, it)
		name := ""
		if i < len(r.NewNames) {
			name = r.NewNames[i]
		}
		p.r.NewNames = append(p.r.NewNames, name)
		if i < len(r.Targets) {
			p.r.Targets = append(p.r.Targets, r.Targets[i])
		}
	}
	return nil
}

// content returns what the plan needs to know of an item's folder.
func (p *planner) content(ctx context.Context, at model.Place) (*verify.Folder, error) {
	if p.byParent == nil {
		p.byParent = map[string][]string{}
		for _, it := range p.r.Items {
			k := journal.PlaceKey(it.Parent())
			p.byParent[k] = append(p.byParent[k], it.Base())
		}
	}
	return holding(ctx, p, at, p.byParent[journal.PlaceKey(at)]...)
}

// holding lists a folder as far as the names need it.
func holding(ctx context.Context, p *planner, at model.Place, names ...string) (*verify.Folder, error) {
	if len(names) <= verify.FewItems && !journal.Steady(p.Src) {
		return p.Some(ctx, at, names)
	}
	return p.Folder(ctx, at)
}

// details is the entry with what listings leave out.
func details(ctx context.Context, p *planner, e model.Entry) (more model.Entry, err error) {
	if get := client.Details(p.Src, p.Class); get != nil {
		err = p.Patiently(ctx, func() (err error) { more, err = get(ctx, e); return err })
		return more, err
	}
	return e, nil
}

// unlisted notes that names in the folder are checked by the service only.
func (p *planner) unlisted(f *verify.Folder, at model.Place) {
	if f.Part && !slices.ContainsFunc(p.plan.Unlisted, at.Equal) {
		p.plan.Unlisted = append(p.plan.Unlisted, at)
	}
}

// notThere puts the item into the error, not the missing folder on the way.
func (p *planner) notThere(at model.Place, err error) error {
	if err != nil && !client.Is(err, client.KindNotFound) {
		return err
	}
	return client.Errorf(client.KindNotFound, string(p.r.Op), at, text.JobsNotFound, at.String()).Hinted("reload the folder").Caused(err)
}

// leaveOut reports whether the plan goes on without the item: when the request
// allows it, and the error is not one of the account or the service.
func (p *planner) leaveOut(at model.Place, err error) bool {
	if err == nil || !p.r.Partial {
		return false
	}
	switch client.KindOf(err) {
	case client.KindNotFound, client.KindConflict, client.KindInvalid:
		p.plan.Refused = append(p.plan.Refused, model.Refusal{Place: at, To: p.wantedFor(at), Err: err})
		return true
	}
	return false
}

// wantedFor is the place where an item of pairs should go, zero for another one.
func (p *planner) wantedFor(at model.Place) model.Place {
	if p.wanted == nil {
		p.wanted = map[string]model.Place{}
		for i, at := range p.asked.Items {
			r, k := &p.asked, journal.PlaceKey(at)
			if _, again := p.wanted[k]; again || !r.Enter || i >= len(r.Targets) {
				continue
			}
			to := r.Targets[i]
			if i < len(r.NewNames) && r.NewNames[i] != "" {
				to = to.Join(r.NewNames[i])
			}
			p.wanted[k] = to
		}
	}
	return p.wanted[journal.PlaceKey(at)]
}

// inside: a folder above the place was chosen, too.
func inside(at model.Place, chosen map[string]bool) bool {
	for q := at.Parent(); !q.IsRoot(); q = q.Parent() {
		if chosen[journal.PlaceKey(q)] {
			return true
		}
	}
	return false
}

// skip adds an item that is left out, with the reason.
func (p *planner) skip(it model.Item, why string, err error) {
	it.Decision, it.Why, it.Reason = model.DecideSkip, why, client.Sentence(err)
	p.plan.Items = append(p.plan.Items, it)
}
