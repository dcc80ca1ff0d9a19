package embedded

import (
	"math/rand/v2"
	"strings"
	"time"
)

// sampleBlob begins the name of bytes that have not been made yet; what follows
// says how they are made. The first start then costs some rows and no files.
const sampleBlob = "sample:"

// samplePage is one page of the sample: its path from the home ("") or from a
// space ("space:…") down, and what it is.
type samplePage struct {
	path   string
	kind   string
	days   int // age
	policy int64
	bytes  string // recipe and suffix, "" = none
	text   string // of a smart document; where a link leads; what a space is for
	viewed int    // hours since it was looked at, 0 = long ago
	owner  string // somebody else, who lets others do what policy says
}

// samplePages is what somebody has who keeps the papers of a household, a
// garden and a small association here.
func samplePages() []samplePage {
	return []samplePage{
		{path: "Welcome to Documents", kind: kindDoc, days: 1, bytes: "welcome.docx", viewed: 1},
		{path: "Projects", kind: kindFolder, days: 300},
		{path: "Projects/Garden planner", kind: kindFolder, days: 200},
		{path: "Projects/Garden planner/Project report", kind: kindDoc, days: 6, policy: 2, bytes: "report.docx", viewed: 3},
		{path: "Projects/Garden planner/Rules of the association", kind: kindDoc, days: 240, policy: 2, bytes: "rules.docx", owner: "Ana Reis"},
		{path: "Projects/Garden planner/Planting calendar", kind: kindSheet, days: 20, policy: 3, bytes: "calendar.xlsx", viewed: 30},
		{path: "Projects/Garden planner/Kick-off", kind: kindSlide, days: 60, policy: 2, bytes: "kickoff.pptx", viewed: 52},
		{path: "Projects/Garden planner/Ideas", kind: kindMind, days: 45},
		{path: "Projects/Garden planner/How water flows", kind: kindFlowchart, days: 44},
		{path: "Projects/Garden planner/Plots", kind: kindSmartSheet, days: 30, policy: 1},
		{path: "Projects/Garden planner/Old", kind: kindFolder, days: 190},
		{path: "Projects/Garden planner/Old/Project report", kind: kindDoc, days: 180, bytes: "report-old.docx"},
		{path: "Projects/Weekly notes", kind: kindSmartCanvas, days: 2, text: sampleNotes, viewed: 5},
		{path: "Household", kind: kindFolder, days: 700},
		{path: "Household/Household budget", kind: kindSheet, days: 3, bytes: "budget.xlsx", viewed: 8},
		{path: "Household/Rental contract (signed)", kind: kindPDF, days: 650, bytes: "contract.pdf"},
		{path: "Household/Letter to the landlord", kind: kindDoc, days: 310, bytes: "letter.docx"},
		{path: "Household/Insurance overview", kind: kindSmartSheet, days: 160},
		{path: "Household/Empty folder", kind: kindFolder, days: 2},
		{path: "文档", kind: kindFolder, days: 400},
		{path: "文档/会议记录", kind: kindDoc, days: 15, policy: 1, bytes: "minutes.docx", viewed: 70},
		{path: "文档/旅行计划", kind: kindSmartCanvas, days: 33, text: sampleTrip},
		{path: "文档/预算", kind: kindSheet, days: 21, bytes: "trip.xlsx"},
		{path: "Summer party: who comes?", kind: kindForm, days: 40, policy: 3, viewed: 100},
		// Two of one title: a folder of documents may hold them.
		{path: "Meeting notes", kind: kindSmartCanvas, days: 12, text: "# Meeting notes\n\nWater meter: read on the 3rd.\n"},
		{path: "Meeting notes", kind: kindSmartCanvas, days: 5, text: "# Meeting notes\n\nHedge: cut by the end of the month.\n"},

		{path: "space:Team handbook", kind: kindSpace, days: 420, policy: 2, text: "How we work, for those who are new and those who forget"},
		{path: "space:Team handbook/Welcome", kind: kindDoc, days: 410, policy: 2, bytes: "handbook.docx", viewed: 26},
		{path: "space:Team handbook/Welcome/Your first day", kind: kindSmartCanvas, days: 400, policy: 2, text: sampleFirstDay},
		{path: "space:Team handbook/Welcome/Your first day/Checklist", kind: kindSmartCanvas, days: 399, policy: 3, text: sampleChecklist, viewed: 27},
		{path: "space:Team handbook/Welcome/Who is who", kind: kindSheet, days: 90, policy: 2, bytes: "people.xlsx"},
		{path: "space:Team handbook/Policies", kind: kindFolder, days: 380},
		{path: "space:Team handbook/Policies/Travel", kind: kindDoc, days: 120, policy: 2, bytes: "travel.docx"},
		{path: "space:Team handbook/Policies/Holidays", kind: kindSheet, days: 50, policy: 2, bytes: "holidays.xlsx"},
		{path: "space:Team handbook/Allotment rules of the city", kind: kindWikiLink, days: 370, text: "https://www.example.org/allotments"},
		{path: "space:Recipes", kind: kindSpace, days: 250, text: "What we cook"},
		{path: "space:Recipes/Soups", kind: kindFolder, days: 249},
		{path: "space:Recipes/Soups/Lentil soup", kind: kindSmartCanvas, days: 77, text: sampleSoup, viewed: 140},
		{path: "space:Recipes/Soups/味噌汁", kind: kindSmartCanvas, days: 61, text: "# 味噌汁\n\n1. だしを温める\n2. 味噌を溶く\n3. 豆腐とわかめ\n"},
		{path: "space:Recipes/Crème brûlée", kind: kindSmartCanvas, days: 140, text: "# Crème brûlée\n\nSix yolks, half a litre of cream, patience.\n"},
	}
}

// plantPages puts the documents of the sample into a database without any.
func plantPages(l rows, now time.Time) error {
	rng := rand.New(rand.NewPCG(2024, 6))
	seqs := map[string]int64{}
	for _, p := range samplePages() {
		at := now.AddDate(0, 0, -p.days).Add(-time.Duration(rng.IntN(30_000)) * time.Second)
		d := document{kind: p.kind, policy: p.policy, created: at.UnixMilli(), owner: p.owner, creator: p.owner, editor: p.owner}
		if dot := strings.LastIndexByte(p.bytes, '.'); dot >= 0 {
			d.blob, d.suffix = sampleBlob+p.bytes, p.bytes[dot+1:]
		}
		above, title := "", p.path
		if slash := strings.LastIndexByte(p.path, '/'); slash >= 0 {
			above, title = p.path[:slash], p.path[slash+1:]
		}
		d.title, d.parent = strings.TrimPrefix(title, "space:"), seqs[above]
		switch p.kind {
		case kindWikiLink:
			d.link, d.note = p.text, "The rules themselves"
		case kindSpace:
			d.note = p.text
		}
		d, err := l.addDocument(d, at)
		if err != nil {
			return err
		}
		seqs[p.path] = d.seq
		if p.kind == kindSmartCanvas && p.text != "" {
			if err := l.setProse(d.seq, p.text); err != nil {
				return err
			}
		}
		if p.viewed > 0 {
			if err := l.viewed(d.seq, now.Add(-time.Duration(p.viewed)*time.Hour)); err != nil {
				return err
			}
		}
	}
	return nil
}

// decidePages gives a database its documents once: whoever opens it first
// decides, by the option Sample.
func decidePages(l rows, sample bool, now time.Time) error {
	ours, err := l.decideDocuments()
	if err != nil || !ours || !sample {
		return err
	}
	return plantPages(l, now)
}

// resetPages puts the documents back to the sample. Imports and exports that
// run are forgotten too; tokens stay.
func resetPages(l rows, now time.Time) error {
	for _, q := range []string{"DELETE FROM transfer", "DELETE FROM page WHERE seq > 2"} {
		if err := l.do(q); err != nil {
			return err
		}
	}
	return plantPages(l, now)
}
