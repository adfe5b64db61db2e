package input

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Byte order marks.
var (
	bomUTF8    = []byte{0xef, 0xbb, 0xbf}
	bomUTF16LE = []byte{0xff, 0xfe}
	bomUTF16BE = []byte{0xfe, 0xff}
)

// byteOrder returns the byte order of UTF-16 that head's mark names; nil if it names none.
func byteOrder(head []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(head, bomUTF16LE):
		return binary.LittleEndian
	case bytes.HasPrefix(head, bomUTF16BE):
		return binary.BigEndian
	}
	return nil
}

// decodeUTF16 writes what in says, behind its mark, to out as UTF-8. A unit that is no character,
// and an odd byte at the end, become U+FFFD.
func decodeUTF16(in io.Reader, order binary.ByteOrder, out io.Writer) error {
	d := utf16Decoder{order: order, out: out}
	buf := make([]byte, 64<<10)
	for n := 0; ; {
		m, err := in.Read(buf[n:])
		n += m
		even := n &^ 1
		if werr := d.write(buf[:even]); werr != nil {
			return werr
		}
		n = copy(buf, buf[even:n])
		if err == io.EOF {
			return d.end(n > 0)
		}
		if err != nil {
			return err
		}
	}
}

// A utf16Decoder turns UTF-16 into UTF-8, unit by unit.
type utf16Decoder struct {
	order binary.ByteOrder
	out   io.Writer
	high  rune // a high surrogate that waits for the low one; or 0
	utf8  []byte
}

// write decodes b, which has an even number of bytes.
func (d *utf16Decoder) write(b []byte) error {
	d.utf8 = d.utf8[:0]
	for ; len(b) > 0; b = b[2:] {
		r := rune(d.order.Uint16(b))
		if d.high != 0 {
			pair := utf16.DecodeRune(d.high, r)
			d.high = 0
			d.utf8 = utf8.AppendRune(d.utf8, pair)
			if pair != utf8.RuneError {
				continue
			}
		}
		if r >= 0xd800 && r < 0xdc00 {
			d.high = r
			continue
		}
		d.utf8 = utf8.AppendRune(d.utf8, r)
	}
	_, err := d.out.Write(d.utf8)
	return err
}

// end writes the sign for what was left unfinished.
func (d *utf16Decoder) end(odd bool) error {
	if d.high == 0 && !odd {
		return nil
	}
	_, err := io.WriteString(d.out, "\uFFFD")
	return err
}

// A signature is how a kind of binary file begins.
type signature struct {
	off   int
	magic string
	kind  string
}

// signatures are the kinds that agents come across. First match wins.
var signatures = []signature{
	{0, "\x89PNG\r\n\x1a\n", "a PNG image"},
	{0, "\xff\xd8\xff", "a JPEG image"},
	{0, "GIF87a", "a GIF image"},
	{0, "GIF89a", "a GIF image"},
	{8, "WEBP", "a WebP image"},
	{0, "%PDF-", "a PDF document"},
	{0, "PK\x03\x04", "a zip archive (or a file made of one: docx, xlsx, jar, whl)"},
	{0, "PK\x05\x06", "an empty zip archive"},
	{0, "\x1f\x8b", "gzip-compressed data"},
	{0, "BZh", "bzip2-compressed data"},
	{0, "\xfd7zXZ\x00", "xz-compressed data"},
	{0, "\x28\xb5\x2f\xfd", "zstd-compressed data"},
	{0, "7z\xbc\xaf\x27\x1c", "a 7-Zip archive"},
	{0, "Rar!\x1a\x07", "a RAR archive"},
	{257, "ustar", "a tar archive"},
	{0, "\x7fELF", "an ELF executable"},
	{0, "MZ\x90\x00", "a Windows executable"},
	{0, "\xcf\xfa\xed\xfe", "a Mach-O executable"},
	{0, "\xca\xfe\xba\xbe", "a Java class or Mach-O file"},
	{0, "\x00asm", "a WebAssembly module"},
	{0, "SQLite format 3\x00", "an SQLite database"},
	{0, "PAR1", "a Parquet file"},
	{0, "Obj\x01", "an Avro file"},
	{0, "ARROW1\x00\x00", "an Arrow file"},
	{0, "OggS", "an Ogg file"},
	{0, "ID3", "an MP3 file"},
	{0, "fLaC", "a FLAC file"},
	{4, "ftyp", "an MP4 or QuickTime file"},
	{0, "RIFF", "a RIFF file"},
	{0, "\x00\x00\xfe\xff", "UTF-32 text"},
	{0, "\xff\xfe\x00\x00", "UTF-32 text"},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"},
}

// headBytes is how much of the input the question "is this text?" looks at.
const headBytes = 8 << 10

// binaryKind says what head, the beginning of an input, is if it isn't text; "" if it is. With a
// NUL in it, it isn't text when one byte in ten is a control byte or no UTF-8 (a log that lost a
// few blocks still is); without, when one in ten is a control byte (text in an old encoding is).
func binaryKind(head []byte) string {
	head = head[:min(len(head), headBytes)]
	for _, s := range signatures {
		if len(head) >= s.off && bytes.HasPrefix(head[s.off:], []byte(s.magic)) && odd(head, s) {
			return s.kind
		}
	}
	nuls, controls, invalid := bytes.Count(head, []byte{0}), 0, 0
	for i := 0; i < len(head); {
		r, n := utf8.DecodeRune(head[i:])
		switch i += n; {
		case r == utf8.RuneError && n == 1:
			invalid++
		case r < 0x20 && !bytes.ContainsRune([]byte("\t\n\v\f\r\b\x1b"), r):
			controls++
		}
	}
	if nuls > 0 {
		controls += invalid
	}
	if 10*controls <= len(head) {
		return ""
	}
	if 5*nuls >= 2*len(head) {
		return "UTF-16 text without a byte order mark"
	}
	return "binary data"
}

// odd reports whether head, which begins as s does, can't be text that happens to begin so: a
// signature in letters counts only if a NUL, a control byte or no UTF-8 is near.
func odd(head []byte, s signature) bool {
	if s.magic == "%PDF-" {
		return true
	}
	near := head[:min(len(head), 512)]
	return bytes.IndexFunc(near, func(r rune) bool {
		return r < 0x08 || r == utf8.RuneError || r > 0x0d && r < 0x1b
	}) >= 0
}
