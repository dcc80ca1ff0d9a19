package drive

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"aloft/client/embedded/store"
)

// sample is a drive after some years of use, always the same, with everything the program must handle. Names ending
// in a slash are folders; the number is the size in bytes, 0 = by the kind of file.
func sample(now time.Time) []Item {
	g := grower{now: now, rng: rand.New(rand.NewPCG(2024, 5))}
	for _, e := range sampleEntries {
		g.add(e.path, e.size, e.days)
	}
	g.items[0].Recipe = ReadMe
	g.photos()
	g.music()
	g.backups()
	for _, f := range sampleFiles {
		if g.add(f.name, max(f.size, int64(len(f.text))), f.days); f.text != "" {
			g.items[len(g.items)-1].Recipe = f.name
		}
	}
	return g.items
}

var sampleEntries = [...]struct {
	path string
	size int64
	days int // age
}{
	{"Read me first.txt", 1_874, 400},
	{"Documents/", 0, 1400},
	{"Documents/Curriculum vitae.docx", 48_230, 120},
	{"Documents/Rental contract (signed).pdf", 1_204_551, 700},
	{"Documents/Household budget.xlsx", 91_644, 3},
	{"Documents/Reading list.md", 6_120, 9},
	{"Documents/Letters/Letter to the landlord.docx", 22_118, 310},
	{"Documents/Letters/Letter to the landlord (2).docx", 23_002, 305},
	{"Documents/Letters/Thank you, Åsa & Björn.docx", 19_880, 88},
	{"Documents/Insurance/Policy 2024.pdf", 842_019, 520},
	{"Documents/Insurance/Policy 2025.pdf", 851_338, 160},
	{"Documents/Insurance/Claim \"bicycle\".pdf", 2_410_067, 45},
	{"Documents/Tax/2022/Statement.pdf", 402_118, 1100},
	{"Documents/Tax/2023/Statement.pdf", 411_906, 740},
	{"Documents/Tax/2024/Statement.pdf", 398_471, 370},
	{"Documents/Tax/2024/Receipts.zip", 18_449_210, 372},
	{"Documents/Minutes of the general meeting of the allotment garden association, including the motions concerning the water meter, the hedge and the compost, with all annexes and the list of those present.pdf", 3_118_442, 230},
	{"文档/", 0, 900},
	{"文档/会议记录 2025-03.docx", 35_420, 240},
	{"文档/合同(最终版).pdf", 1_482_220, 60},
	{"文档/预算表.xlsx", 77_102, 21},
	{"文档/旅行计划/东京 7日間.md", 4_410, 33},
	{"文档/旅行计划/서울 여행.md", 3_871, 30},
	{"Projects/", 0, 1000},
	{"Projects/garden-planner/README.md", 2_204, 14},
	{"Projects/garden-planner/LICENSE", 1_071, 600},
	{"Projects/garden-planner/src/main.go", 5_882, 14},
	{"Projects/garden-planner/src/plot.go", 11_240, 15},
	{"Projects/garden-planner/src/plot_test.go", 7_114, 15},
	{"Projects/garden-planner/docs/sketch 1.png", 0, 200},
	{"Projects/garden-planner/docs/sketch 2.png", 0, 199},
	{"Projects/garden-planner/docs/sketch 10.png", 0, 190},
	{"Projects/thesis/thesis-final.pdf", 9_224_110, 1300},
	{"Projects/thesis/thesis-final-2.pdf", 9_230_871, 1299},
	{"Projects/thesis/data/run-1.csv", 2_804_117, 1500},
	{"Projects/thesis/data/run-2.csv", 2_811_940, 1499},
	{"Projects/thesis/data/run-10.csv", 2_799_023, 1490},
	{"Projects/old/a/b/c/d/e/f/g/h/notes.txt", 412, 1900},
	{"Projects/🚀 launch/plan.md", 8_800, 5},
	{"Projects/🚀 launch/slides.pptx", 6_204_998, 4},
	{"Projects/🚀 launch/👩‍💻 team.md", 1_200, 4},
	{"Recipes/", 0, 800},
	{"Recipes/Lentil soup.md", 1_420, 77},
	{"Recipes/Crème brûlée.md", 1_866, 140},
	{"Recipes/Pierogi z kapustą.md", 2_044, 141},
	{"Recipes/味噌汁.md", 1_300, 61},
	{"Videos/Garden timelapse.mp4", 482_204_118, 95},
	{"Videos/Birthday 2024.mov", 1_204_882_440, 420},
	{"Videos/clip_0001.mp4", 14_882_110, 50},
	{"Videos/clip_0002.mp4", 22_118_004, 50},
	{"Empty folder/", 0, 2},
	{"To sort/scan0001.pdf", 611_204, 12},
	{"To sort/scan0002.pdf", 598_441, 12},
	{"To sort/scan0003.pdf", 702_113, 11},
	{"To sort/Untitled.txt", 0, 10},
	{"To sort/Untitled (1).txt", 18, 10},
	{"To sort/no extension", 40_960, 8},
	{"To sort/archive.tar.gz", 7_340_118, 7},
	{"To sort/back\\slash: a name with everything?.txt", 77, 6},
	{"To sort/R&D <draft>.txt", 2_118, 6},
	{"To sort/ leading space.txt", 12, 6},
}

// sampleFiles are the first things to be seen: a file of each kind, with a text where the kind has none of its own.
var sampleFiles = [...]struct {
	name string
	size int64
	days int
	text string
}{
	{"Garden plan.docx", 18_230, 6, ""},
	{"Harvest.xlsx", 9_120, 2, ""},
	{"Kick-off.pptx", 31_004, 60, ""},
	{"Old plans.zip", 24_118, 190, ""},
	{"Pear tree.png", 6_204, 35, ""},
	{"Lark.wav", 16_044, 35, ""},
	{"City rules.url", 0, 370, "[InternetShortcut]\r\nURL=https://www.example.org/allotments\r\n"},
	{"Ideas.drawio", 0, 45, `<mxfile><diagram name="Ideas"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
<mxCell id="2" value="Water" vertex="1" parent="1"><mxGeometry x="40" y="40" width="90" height="40" as="geometry"/></mxCell>
<mxCell id="3" value="A second pipe" vertex="1" parent="1"><mxGeometry x="200" y="40" width="120" height="40" as="geometry"/></mxCell>
<mxCell id="4" edge="1" parent="1" source="2" target="3"><mxGeometry relative="1" as="geometry"/></mxCell>
</root></mxGraphModel></diagram></mxfile>
`},
	{"Notes.md", 0, 1, `# Notes

## This week

- [x] Read the water meter: **412** litres
- [ ] Ask the city about the hedge
- [ ] Cut back the pear tree, *before* the frost

## Sowing

| Bed | What | When |
|---|---|---|
| 1 | broad beans | March |
| 2 | kale | May |

How a plot is counted:

` + "```go\nfunc plot(row, column int) int {\n\treturn row*10 + column\n}\n```\n"},
	{"plot.go", 0, 14, `// Package garden counts plots.
package garden

// Plot is the number of a plot: its row, then its column.
func Plot(row, column int) int {
	return row*10 + column
}
`},
}

// grower builds the items and gives them dates and sizes.
type grower struct {
	now   time.Time
	rng   *rand.Rand
	items []Item
}

func (g *grower) add(name string, size int64, days int) {
	folder := strings.HasSuffix(name, "/")
	at := g.now.AddDate(0, 0, -days).Add(-time.Duration(g.rng.IntN(36000)) * time.Second).Truncate(time.Second)
	it := Item{Path: strings.Split(strings.TrimSuffix(name, "/"), "/"), Folder: folder, Size: size, Modified: at}
	if !folder {
		it.MIME = store.MIME(name)
		if size == 0 && strings.HasPrefix(it.MIME, "image/") {
			it.Size = 400_000 + g.rng.Int64N(3_000_000)
		}
	}
	g.items = append(g.items, it)
}

// photos adds photos by year and occasion.
func (g *grower) photos() {
	for _, t := range []struct {
		folder string
		first  int
		n      int
		days   int
	}{
		{"Photos/2022/Summer at the lake", 2101, 24, 1230},
		{"Photos/2022/Hiking", 2388, 17, 1150},
		{"Photos/2023/Lisbon", 3004, 31, 860},
		{"Photos/2023/New kitchen", 3341, 9, 800},
		{"Photos/2024/京都", 4120, 36, 500},
		{"Photos/2024/Garden", 4502, 22, 430},
		{"Photos/2025/Spring", 5011, 28, 210},
		{"Photos/2025/Wedding of Ana & Tom", 5230, 40, 130},
	} {
		for i := range t.n {
			g.add(fmt.Sprintf("%s/IMG_%d.jpg", t.folder, t.first+i), 0, t.days)
			g.items[len(g.items)-1].Size = 2_100_000 + g.rng.Int64N(4_400_000)
		}
	}
	g.add("Photos/2025/Wedding of Ana & Tom/IMG_5270.heic", 3_204_118, 130)
	g.add("Photos/Screenshots/", 0, 300)
	for i := range 12 {
		g.add(fmt.Sprintf("Photos/Screenshots/Screenshot %d.png", i+1), 0, 20-i)
	}
}

func (g *grower) music() {
	for _, album := range []struct {
		name   string
		titles []string
	}{
		{"Anna Lindqvist/Northern Rooms", []string{"Snow Fence", "Kitchen Light", "Eleven Letters", "The Ferry", "Room Nine", "Slow Morning", "Åre"}},
		{"Trio Mercado/Rua Nova", []string{"Abertura", "Passeio", "São João", "Tarde", "Rua Nova", "Até Logo"}},
		{"陈一鸣/夜航", []string{"启程", "灯塔", "夜航", "雨", "归来"}},
	} {
		for i, title := range album.titles {
			g.add(fmt.Sprintf("Music/%s/%02d %s.flac", album.name, i+1, title), 18_000_000+g.rng.Int64N(24_000_000), 640+i)
		}
		g.add("Music/"+album.name+"/cover.jpg", 0, 640)
	}
}

func (g *grower) backups() {
	for i := range 18 {
		g.add(fmt.Sprintf("Archive/Backups/backup-%d.zip", i+1), 40_000_000+g.rng.Int64N(900_000_000), 30*(18-i))
	}
	for y := 2015; y <= 2021; y++ {
		g.add(fmt.Sprintf("Archive/Mail/%d.mbox", y), 90_000_000+g.rng.Int64N(200_000_000), (2026-y)*365)
	}
	g.add("Archive/Old phone/contacts.vcf", 88_114, 2200)
	g.add("Archive/Old phone/notes.txt", 14_201, 2200)
}
