package tray

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"math"
	"testing"
)

var states = []State{Keeping, Compacting, Attention, Paused}

// TestTheStatesDifferInShape compares what is drawn and what is not, in grey: who sees no colors sees which one it is.
func TestTheStatesDifferInShape(t *testing.T) {
	for _, size := range []int{16, 22, 24, 32, 48} {
		for i, a := range states {
			for _, b := range states[i+1:] {
				x, y := Icon(a, size), Icon(b, size)
				differ := 0
				for p := 0; p < len(x.Pix); p += 4 {
					if (x.Pix[p+3] > 127) != (y.Pix[p+3] > 127) {
						differ++
					}
				}
				if share := float64(differ) / float64(size*size); share < 0.15 {
					t.Errorf("at %d pixels %v and %v differ in %.2f of the outline", size, a, b, share)
				}
			}
		}
	}
}

// TestEveryStateStandsOutOnEveryPanel holds the contrast of the colors to 3, as for other graphics that tell something.
func TestEveryStateStandsOutOnEveryPanel(t *testing.T) {
	light := func(c float64) float64 {
		if c /= 255; c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	luminance := func(r, g, b uint8) float64 {
		return 0.2126*light(float64(r)) + 0.7152*light(float64(g)) + 0.0722*light(float64(b))
	}
	for _, s := range states {
		img := Icon(s, 32)
		best := map[string]float64{}
		for p := 0; p < len(img.Pix); p += 4 {
			if img.Pix[p+3] < 255 {
				continue
			}
			l := luminance(img.Pix[p], img.Pix[p+1], img.Pix[p+2])
			for name, panel := range map[string]float64{"white": 1, "#2e3440": luminance(0x2e, 0x34, 0x40)} {
				best[name] = max(best[name], (max(l, panel)+0.05)/(min(l, panel)+0.05))
			}
		}
		for name, contrast := range best {
			if contrast < 3 {
				t.Errorf("%v on %s: contrast %.2f", s, name, contrast)
			}
		}
	}
}

func TestWindowsGetsAnIconFileOfAllSizes(t *testing.T) {
	text := ICO(Attention, 16, 32)
	if n := binary.LittleEndian.Uint16(text[4:]); n != 2 {
		t.Fatalf("%d images", n)
	}
	for i, size := range []int{16, 32} {
		entry := text[6+16*i:]
		length, offset := binary.LittleEndian.Uint32(entry[8:]), binary.LittleEndian.Uint32(entry[12:])
		img, err := png.Decode(bytes.NewReader(text[offset : offset+length]))
		if err != nil || int(entry[0]) != size || img.Bounds() != image.Rect(0, 0, size, size) {
			t.Errorf("image %d: %v, %v", i, img.Bounds(), err)
		}
	}
}
