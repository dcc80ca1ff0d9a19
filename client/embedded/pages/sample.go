package pages

import (
	"math/rand/v2"
	"strings"
	"time"
)

// sampleBlob is the prefix for the names of bytes not made yet; the rest says how to make them. The first start then
// costs some rows and no files.
const sampleBlob = "sample:"

// samplePage is one page of the sample: its path from the home ("") or from a space
// ("space:…"), and what it is.
type samplePage struct {
	path   string
	kind   string
	days   int // age
	policy int64
	bytes  string // recipe and suffix, "" = none
	text   string // of a smart document; target of a link; purpose of a space
	viewed int    // hours since it was viewed, 0 = long ago
	owner  string // another user who shares by the policy
}

// samplePages are the documents of a household, a garden and a small association.
func samplePages() []samplePage {
	return []samplePage{
		{path: "Welcome to Documents", kind: KindDoc, days: 1, bytes: "welcome.docx", viewed: 1},
		{path: "Projects", kind: KindFolder, days: 300},
		{path: "Projects/Garden planner", kind: KindFolder, days: 200},
		{path: "Projects/Garden planner/Project report", kind: KindDoc, days: 6, policy: 2, bytes: "report.docx", viewed: 3},
		{path: "Projects/Garden planner/Rules of the association", kind: KindDoc, days: 240, policy: 2, bytes: "rules.docx", owner: "Ana Reis"},
		{path: "Projects/Garden planner/Planting calendar", kind: KindSheet, days: 20, policy: 3, bytes: "calendar.xlsx", viewed: 30},
		{path: "Projects/Garden planner/Kick-off", kind: KindSlide, days: 60, policy: 2, bytes: "kickoff.pptx", viewed: 52},
		{path: "Projects/Garden planner/Ideas", kind: KindMind, days: 45},
		{path: "Projects/Garden planner/How water flows", kind: KindFlowchart, days: 44},
		{path: "Projects/Garden planner/Plots", kind: KindSmartSheet, days: 30, policy: 1},
		{path: "Projects/Garden planner/Old", kind: KindFolder, days: 190},
		{path: "Projects/Garden planner/Old/Project report", kind: KindDoc, days: 180, bytes: "report-old.docx"},
		{path: "Projects/Weekly notes", kind: KindSmartCanvas, days: 2, text: sampleNotes, viewed: 5},
		{path: "Household", kind: KindFolder, days: 700},
		{path: "Household/Household budget", kind: KindSheet, days: 3, bytes: "budget.xlsx", viewed: 8},
		{path: "Household/Rental contract (signed)", kind: KindPDF, days: 650, bytes: "contract.pdf"},
		{path: "Household/Letter to the landlord", kind: KindDoc, days: 310, bytes: "letter.docx"},
		{path: "Household/Insurance overview", kind: KindSmartSheet, days: 160},
		{path: "Household/Empty folder", kind: KindFolder, days: 2},
		{path: "文档", kind: KindFolder, days: 400},
		{path: "文档/会议记录", kind: KindDoc, days: 15, policy: 1, bytes: "minutes.docx", viewed: 70},
		{path: "文档/旅行计划", kind: KindSmartCanvas, days: 33, text: sampleTrip},
		{path: "文档/预算", kind: KindSheet, days: 21, bytes: "trip.xlsx"},
		{path: "Second pipe, a proposal", kind: KindDoc, days: 1, policy: 1, bytes: "proposal.docx"},
		{path: "Summer party: who comes?", kind: KindForm, days: 40, policy: 3, viewed: 100},
		{path: "Compost, who turns it", kind: KindSmartSheet, days: 18},
		{path: "Fees 2026", kind: KindSheet, days: 9, policy: 1, bytes: "fees.xlsx", viewed: 60},
		{path: "Garden day", kind: KindSlide, days: 26, policy: 2, bytes: "kickoff.pptx"},
		{path: "Harvest diary", kind: KindSmartCanvas, days: 4, text: "# Harvest diary\n\n- Kale: two bags\n- Pears: the last ones\n"},
		{path: "Letter to the city", kind: KindDoc, days: 11, policy: 1, bytes: "city.docx", viewed: 90},
		{path: "Paths and beds", kind: KindFlowchart, days: 47},
		{path: "Pond, first ideas", kind: KindMind, days: 33},
		{path: "Seed swap in March", kind: KindForm, days: 16, policy: 3},
		{path: "Tools in the blue shed", kind: KindSmartSheet, days: 70},
		{path: "Water bill", kind: KindPDF, days: 110, bytes: "bill.pdf"},
		{path: "Water meter", kind: KindSheet, days: 2, bytes: "meter.xlsx", viewed: 40},
		{path: "The old cable", kind: KindSmartCanvas, days: 29, text: "# The old cable\n\nBelow the path, not below the hedge.\n"},
		// Two of one title: a folder of documents may have both.
		{path: "Meeting notes", kind: KindSmartCanvas, days: 12, text: "# Meeting notes\n\nWater meter: read on the 3rd.\n"},
		{path: "Meeting notes", kind: KindSmartCanvas, days: 5, text: "# Meeting notes\n\nHedge: cut by the end of the month.\n"},

		{path: "space:Team handbook", kind: KindSpace, days: 420, policy: 2, text: "How we work, for those who are new and those who forget"},
		{path: "space:Team handbook/Welcome", kind: KindDoc, days: 410, policy: 2, bytes: "handbook.docx", viewed: 26},
		{path: "space:Team handbook/Welcome/Your first day", kind: KindSmartCanvas, days: 400, policy: 2, text: sampleFirstDay},
		{path: "space:Team handbook/Welcome/Your first day/Checklist", kind: KindSmartCanvas, days: 399, policy: 3, text: sampleChecklist, viewed: 27},
		{path: "space:Team handbook/Welcome/Who is who", kind: KindSheet, days: 90, policy: 2, bytes: "people.xlsx"},
		{path: "space:Team handbook/Policies", kind: KindFolder, days: 380},
		{path: "space:Team handbook/Policies/Travel", kind: KindDoc, days: 120, policy: 2, bytes: "travel.docx"},
		{path: "space:Team handbook/Policies/Holidays", kind: KindSheet, days: 50, policy: 2, bytes: "holidays.xlsx"},
		{path: "space:Team handbook/Allotment rules of the city", kind: KindWikiLink, days: 370, text: "https://www.example.org/allotments"},
		{path: "space:Recipes", kind: KindSpace, days: 250, text: "What we cook"},
		{path: "space:Recipes/Soups", kind: KindFolder, days: 249},
		{path: "space:Recipes/Soups/Lentil soup", kind: KindSmartCanvas, days: 77, text: sampleSoup, viewed: 140},
		{path: "space:Recipes/Soups/味噌汁", kind: KindSmartCanvas, days: 61, text: "# 味噌汁\n\n1. だしを温める\n2. 味噌を溶く\n3. 豆腐とわかめ\n"},
		{path: "space:Recipes/Crème brûlée", kind: KindSmartCanvas, days: 140, text: "# Crème brûlée\n\nSix yolks, half a litre of cream, patience.\n"},
	}
}

// PlantSample adds the documents of the sample to a database without any.
func PlantSample(l Rows, now time.Time) error {
	rng := rand.New(rand.NewPCG(2024, 6))
	seqs := map[string]int64{}
	for _, p := range samplePages() {
		at := now.AddDate(0, 0, -p.days).Add(-time.Duration(rng.IntN(30_000)) * time.Second)
		d := Document{Kind: p.kind, Policy: p.policy, Created: at.UnixMilli(), Owner: p.owner, Creator: p.owner, Editor: p.owner}
		if dot := strings.LastIndexByte(p.bytes, '.'); dot >= 0 {
			d.Blob, d.Suffix = sampleBlob+p.bytes, p.bytes[dot+1:]
		}
		above, title := "", p.path
		if slash := strings.LastIndexByte(p.path, '/'); slash >= 0 {
			above, title = p.path[:slash], p.path[slash+1:]
		}
		d.Title, d.Parent = strings.TrimPrefix(title, "space:"), seqs[above]
		switch p.kind {
		case KindWikiLink:
			d.Link, d.Note = p.text, "The rules themselves"
		case KindSpace:
			d.Note = p.text
		}
		d, err := l.Add(d, at)
		if err != nil {
			return err
		}
		seqs[p.path] = d.Seq
		if p.kind == KindSmartCanvas && p.text != "" {
			if err := l.SetProse(d.Seq, p.text); err != nil {
				return err
			}
		}
		if p.viewed > 0 {
			if err := l.Viewed(d.Seq, now.Add(-time.Duration(p.viewed)*time.Hour)); err != nil {
				return err
			}
		}
	}
	return nil
}

// DecideSample decides once about the sample documents of a database: the first opener decides, by the option Sample.
func DecideSample(l Rows, sample bool, now time.Time) error {
	ours, err := l.DecideDocuments()
	if err != nil || !ours || !sample {
		return err
	}
	return PlantSample(l, now)
}

// ResetSample resets the documents to the sample. Running imports and exports are deleted
// too; tokens stay.
func ResetSample(l Rows, now time.Time) error {
	for _, q := range []string{"DELETE FROM transfer", "DELETE FROM page WHERE seq > 2"} {
		if err := l.Do(q); err != nil {
			return err
		}
	}
	return PlantSample(l, now)
}
