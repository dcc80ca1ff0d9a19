package term

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// mostColours is how many colours a picture has as sixels.
const mostColours = 255

// shade is a colour with five bits of each part, and how many pixels have it.
type shade struct {
	parts [3]uint8
	n     int
}

// colours returns the colours that stand for those of a picture: its shades are divided at the middle of their widest
// part, always the group that has most pixels and differs most.
func colours(img *image.NRGBA) color.Palette {
	var count [1 << 15]int
	for i := 0; i+3 < len(img.Pix); i += 4 {
		if px := img.Pix[i : i+4]; px[3] >= 0x80 {
			count[int(px[0]>>3)<<10|int(px[1]>>3)<<5|int(px[2]>>3)]++
		}
	}
	var all []shade
	for i, n := range count {
		if n > 0 {
			all = append(all, shade{[3]uint8{uint8(i >> 10), uint8(i >> 5 & 31), uint8(i & 31)}, n})
		}
	}
	groups := [][]shade{all}
	for len(groups) < mostColours {
		at, part, most := -1, 0, 0
		for i, g := range groups {
			if p, weight := widest(g); weight > most {
				at, part, most = i, p, weight
			}
		}
		if at < 0 {
			break
		}
		g := groups[at]
		slices.SortFunc(g, func(x, y shade) int { return cmp.Compare(x.parts[part], y.parts[part]) })
		half, before := pixels(g)/2, 0
		cut := 1
		for before += g[0].n; cut < len(g)-1 && before < half; cut++ {
			before += g[cut].n
		}
		groups[at] = g[:cut]
		groups = append(groups, g[cut:])
	}
	var out color.Palette
	for _, g := range groups {
		if n := pixels(g); n > 0 {
			var sum [3]int
			for _, s := range g {
				for i, part := range s.parts {
					sum[i] += int(part) * s.n
				}
			}
			out = append(out, color.NRGBA{byte(sum[0] * 255 / 31 / n), byte(sum[1] * 255 / 31 / n), byte(sum[2] * 255 / 31 / n), 255})
		}
	}
	return out
}

// widest returns the part in which the shades differ most, and how much it is worth to divide them, 0 = nothing.
func widest(g []shade) (part, weight int) {
	if len(g) < 2 {
		return 0, 0
	}
	low, high := [3]uint8{31, 31, 31}, [3]uint8{}
	for _, s := range g {
		for i, p := range s.parts {
			low[i], high[i] = min(low[i], p), max(high[i], p)
		}
	}
	span := 0
	for i := range low {
		if d := int(high[i]) - int(low[i]); d > span {
			part, span = i, d
		}
	}
	return part, span * pixels(g)
}

func pixels(g []shade) (n int) {
	for _, s := range g {
		n += s.n
	}
	return n
}
