package tray

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The icon of assets/icon.svg, quotation marks in brackets, says that the keeper keeps. The other states differ from it in
// their outline: two arrows that press on a line, a warning triangle, a square with the two bars of a pause. The colors
// stand out against light and dark panels alike (contrast 3 or more to white and to #2e3440), but tell nothing by themselves.
var (
	teal  = color.NRGBA{0x15, 0x96, 0x8a, 0xff}
	amber = color.NRGBA{0xc9, 0x76, 0x00, 0xff}
	grey  = color.NRGBA{0x80, 0x89, 0x94, 0xff}
	white = color.NRGBA{0xff, 0xff, 0xff, 0xff}
)

// Icon draws a state, size pixels wide and high.
func Icon(s State, size int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	const sub = 4 // samples each way within a pixel
	for y := range size {
		for x := range size {
			var r, g, b, a float64
			for sy := range sub {
				for sx := range sub {
					c := at(s, (float64(x)+(float64(sx)+0.5)/sub)/float64(size), (float64(y)+(float64(sy)+0.5)/sub)/float64(size))
					w := float64(c.A) / 255
					r, g, b, a = r+float64(c.R)*w, g+float64(c.G)*w, b+float64(c.B)*w, a+w
				}
			}
			if a > 0 {
				img.SetNRGBA(x, y, color.NRGBA{uint8(r/a + 0.5), uint8(g/a + 0.5), uint8(b/a + 0.5), uint8(a/(sub*sub)*255 + 0.5)})
			}
		}
	}
	return img
}

// at is the color of a point; x and y go from 0 to 1.
func at(s State, x, y float64) color.NRGBA {
	within := func(x0, y0, x1, y1 float64) bool { return x >= x0 && x < x1 && y >= y0 && y < y1 }
	aside := math.Abs(x - 0.5)
	drawn, fill := false, teal
	switch s {
	case Keeping:
		bracket := aside > 0.33 && aside < 0.47 && y > 0.06 && y < 0.94 && (aside > 0.37 || y < 0.17 || y > 0.83)
		drawn = bracket || aside > 0.22 && aside <= 0.33 && (y > 0.06 && y < 0.17 || y > 0.83 && y < 0.94) || quote(x-0.29, y) || quote(x-0.53, y)
	case Compacting:
		drawn = within(0.08, 0.44, 0.92, 0.56) || y > 0.04 && y < 0.36 && aside < (0.38-y)*1.2 || y > 0.64 && y < 0.96 && aside < (y-0.62)*1.2
	case Attention:
		drawn, fill = y > 0.03 && y < 0.96 && aside < (y+0.04)*0.5, amber
		if within(0.43, 0.34, 0.57, 0.66) || within(0.43, 0.73, 0.57, 0.87) {
			fill = white
		}
	case Paused:
		drawn, fill = roundSquare(x-0.5, y-0.5, 0.46, 0.12), grey
		if within(0.27, 0.24, 0.43, 0.76) || within(0.57, 0.24, 0.73, 0.76) {
			fill = white
		}
	}
	if !drawn {
		return color.NRGBA{}
	}
	return fill
}

// roundSquare tells whether a point lies in a square around 0 with round corners.
func roundSquare(x, y, half, round float64) bool {
	x, y = math.Abs(x), math.Abs(y)
	return x < half && y < half && (x < half-round || y < half-round || math.Hypot(x-half+round, y-half+round) < round)
}

// quote is a closing quotation mark, its left edge at 0.
func quote(x, y float64) bool {
	head := x >= 0 && x < 0.18 && y >= 0.30 && y < 0.50
	tail := y >= 0.50 && y < 0.72 && x < 0.18-(y-0.50)*0.35 && x > 0.09-(y-0.50)*0.35
	return head || tail
}

// PNG is a state's icon as panels take it.
func PNG(s State, size int) []byte {
	var b bytes.Buffer
	png.Encode(&b, Icon(s, size)) // to memory, and of a size that fits
	return b.Bytes()
}

// ICO is a state's icon as Windows takes it: a folder of PNGs, one for each size.
func ICO(s State, sizes ...int) []byte {
	var head, images bytes.Buffer
	write := func(v ...any) {
		for _, x := range v {
			binary.Write(&head, binary.LittleEndian, x)
		}
	}
	write(uint16(0), uint16(1), uint16(len(sizes)))
	for _, size := range sizes {
		text := PNG(s, size)
		offset := 6 + 16*len(sizes) + images.Len()
		write(uint8(size), uint8(size), uint8(0), uint8(0), uint16(1), uint16(32), uint32(len(text)), uint32(offset)) // 256 is written as 0
		images.Write(text)
	}
	return append(head.Bytes(), images.Bytes()...)
}
