package pages

// Texts of the sample's documents.

const sampleWelcome = `This is a document of the local service: it lives in one database file on this machine, and nothing of it leaves.

## What you can do here

- **Import** files: Word, Excel and PowerPoint, csv, txt, pdf, and Markdown, which becomes a Word document.
- **Export** them again: a document as docx, a sheet as xlsx, slides as pptx.
- Move, copy, rename and share; put pages under pages in a *space*.

## What to try first

1. Open the folder *Projects* and export the project report.
2. Put a file of yours into the other pane and copy it here.
3. Search for 文档, or for the word "budget".

Whatever happens, ` + "`aloft account reset local`" + ` brings this sample back.
`

const sampleLetter = `Dear Mrs Novak,

thank you for your letter of the 4th. The tap in the kitchen still drips, about *two litres a day* as I measured.

I would be glad if somebody came in the week after next; in the mornings I am at home.

With kind regards
`

const sampleMinutes = `## 出席

- 王芳
- 李雷
- 陈一鸣

## 议题

| 议题 | 负责人 | 期限 |
|---|---|---|
| 合同(最终版) | 王芳 | 3月20日 |
| 预算表 | 李雷 | 3月25日 |
| 旅行计划 | 陈一鸣 | 4月2日 |

## 结论

1. 合同本周签署。
2. 下次会议: *4月7日*。
`

const sampleHandbook = `Good that you are here. This handbook says how we work; who finds a mistake mends it.

## How this space is built

A page can have pages under it. *Your first day* and *Who is who* lie under this one.

## Three rules

1. Write it down where others find it.
2. Ask before you delete.
3. Names are for people, not for machines.
`

const sampleTravel = `## Before

Trains before planes. Tell the others a week ahead.

## On the way

| | A day | A night |
|---|---|---|
| Town | 30 | 110 |
| Country | 24 | 80 |

## After

Put the receipts into *Tax*, by year.
`

const sampleOldReport = `The first version of the report, kept because the figures of the survey are in it.

## Survey

Forty-one of sixty plots answered. Most want water nearer to the beds.
`

const sampleRules = `Only the board changes these rules; everybody can read them.

## Plots

A plot has at most sixty square metres. Who lets it lie for a year gives it back.

## Water

1. The pump runs from six to nine, mornings and evenings.
2. In a dry summer the board says who waters when.

## Quiet

No engines on Sundays.
`

const sampleNotes = `# Weekly notes

## This week

- [x] Read the water meter
- [ ] Ask the city about the hedge
- [ ] Seeds: beans, peas, marigold

## Last week

The pump runs again. Cost: 84.50, see the budget.
`

const sampleTrip = `# 旅行计划

| 天 | 城市 | 备注 |
|---|---|---|
| 1 | 东京 | 浅草寺 |
| 2 | 箱根 | 温泉 |
| 3 | 京都 | 岚山 |

- [ ] 订票
- [x] 护照
`

const sampleFirstDay = `# Your first day

Keys are in the blue box. Somebody shows you the pump; the checklist is the page under this one.
`

const sampleChecklist = `# Checklist

- [ ] Key
- [ ] Number of your plot
- [ ] Water meter read
- [ ] Name on the list of the summer party
`

const sampleSoup = `# Lentil soup

200 g lentils, one onion, two carrots, cumin, a spoon of vinegar at the end.

1. Fry the onion with the cumin.
2. Add lentils, carrots and a litre of water.
3. Half an hour.
`

// The sheets, as lines of values.
const (
	sampleBudget = "Month,Rent,Food,Energy,Garden,Other,Sum\n" +
		"January,820,412.30,96,0,120,1448.30\n" +
		"February,820,398.75,102,12.50,64,1397.25\n" +
		"March,820,421.10,88,61.20,93,1483.30\n" +
		"April,820,405.00,71,84.50,40,1420.50\n" +
		"May,820,433.60,58,37.90,210,1559.50\n" +
		"June,820,440.20,49,22.00,75,1406.20\n"
	sampleCalendar = "Plant,Sow,Plant out,Harvest,Distance cm\n" +
		"Broad bean,February,,June,20\n" +
		"Pea,March,,July,5\n" +
		"Carrot,March,,August,4\n" +
		"Tomato,March,May,August,60\n" +
		"Pumpkin,April,May,October,150\n" +
		"Kale,May,July,December,45\n"
	sampleTripCost = "项目,金额,币种\n机票,3200,CNY\n酒店,2800,CNY\n餐饮,1500,CNY\n"
	samplePeople   = "Name,Plot,Telephone,Task\nAna Reis,004,0555-0104,Pump\nTom Berg,011,0555-0111,Accounts\n陈一鸣,027,0555-0127,Seeds\nÅsa Lindqvist,031,0555-0131,Hedge\n"
	sampleHolidays = "Day,Name\n2025-01-01,New Year\n2025-05-01,First of May\n2025-06-21,Midsummer\n2025-12-25,Christmas\n"
)
