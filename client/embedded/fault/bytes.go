package fault

import (
	"math"
	"strconv"
	"strings"
)

// Bytes are the fault switches of the drive's downloads, uploads and room. Those of Blobs for imports and exports
// (CutUp, CutDown, NoRange, LinkLife) also apply to the drive.
type Bytes struct {
	Turn        Rate  // an answer of the drive replaces __puus
	LinkEnds    Rate  // a download link answers as if it had expired
	DownWrong   Rate  // a byte of a download is another
	DownShort   Rate  // a download silently lacks its last byte
	DownStops   Rate  // a download stops at 99 percent and keeps the connection
	DownMax     int64 // largest file in bytes that can be downloaded; 0 = any
	PartRefused Rate  // the object store refuses a part
	PartWrong   Rate  // the object store stores a wrong byte; the ETag shows it
	PartStops   Rate  // a part is received up to 99 percent and never answered
	KeepLess    Rate  // one byte less is kept of an upload or a copy
	NoCallback  Rate  // the completion of an upload is answered 203
	Speed       int64 // bytes a second of each connection; 0 = as fast as it is
	Capacity    int64 // of the drive in bytes; 0 = 1 TiB
}

const wantsBytes = "a number of bytes, 200k, 5m or 2g"

// byteFaults are the words for `aloft serve --fault`.
func byteFaults() []fault {
	size := func(at func(*Faults) *int64) func(*Faults, string) bool {
		return func(f *Faults, v string) bool { return parseBytes(v, at(f)) }
	}
	rate := func(at func(*Faults) *Rate) func(*Faults, string) bool {
		return func(f *Faults, v string) bool { return parseRate(v, at(f)) }
	}
	return []fault{
		{"turn-cookie", "share of the drive's answers that replace the __puus cookie; the old one serves for cookie-grace", wantsRate, rate(func(f *Faults) *Rate { return &f.Bytes.Turn })},
		{"link-ends", "share of the drive's downloads refused (403) as if the link had expired", wantsRate, rate(func(f *Faults) *Rate { return &f.Bytes.LinkEnds })},
		{"down-wrong", "share of the drive's downloads in which a byte is wrong", wantsRate, rate(func(f *Faults) *Rate { return &f.Bytes.DownWrong })},
		{"down-short", "share of the drive's downloads that lack their last byte", wantsRate, rate(func(f *Faults) *Rate { return &f.Bytes.DownShort })},
		{"down-stops", "share of the drive's downloads that stop at 99 percent and keep the connection", wantsRate, rate(func(f *Faults) *Rate { return &f.Bytes.DownStops })},
		{"down-max", "largest file of the drive that can be downloaded (400/23018 above it)", wantsBytes, size(func(f *Faults) *int64 { return &f.Bytes.DownMax })},
		{"part-refused", "share of uploaded parts that the object store refuses (403)", wantsRate, rate(func(f *Faults) *Rate { return &f.Bytes.PartRefused })},
		{"part-wrong", "share of uploaded parts that are stored with a wrong byte, as their ETag says", wantsRate, rate(func(f *Faults) *Rate { return &f.Bytes.PartWrong })},
		{"part-stops", "share of uploaded parts that are received up to 99 percent and never answered", wantsRate, rate(func(f *Faults) *Rate { return &f.Bytes.PartStops })},
		{"keep-less", "share of uploads and copies of which the drive keeps one byte less", wantsRate, rate(func(f *Faults) *Rate { return &f.Bytes.KeepLess })},
		{"no-callback", "share of completed uploads answered 203", wantsRate, rate(func(f *Faults) *Rate { return &f.Bytes.NoCallback })},
		{"speed", "bytes a second of each download and upload of the drive", wantsBytes, size(func(f *Faults) *int64 { return &f.Bytes.Speed })},
		{"capacity", "room of the drive in bytes, 1 TiB by default", wantsBytes, size(func(f *Faults) *int64 { return &f.Bytes.Capacity })},
	}
}

// parseBytes reads a number of bytes with k, m or g for powers of 1024.
func parseBytes(v string, into *int64) bool {
	number, factor := strings.ToLower(v), int64(1)
	for i, unit := range []string{"k", "m", "g"} {
		if rest, found := strings.CutSuffix(number, unit); found {
			number, factor = rest, 1<<(10*(i+1))
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/factor {
		return false
	}
	*into = n * factor
	return true
}
