// Package man holds the manual page.
package man

import _ "embed"

// Page is the manual page, in mdoc.
//
//go:embed toolfit.1
var Page []byte
