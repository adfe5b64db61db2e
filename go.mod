module github.com/toolfit/toolfit

go 1.26

require (
	github.com/clipperhouse/uax29/v2 v2.7.0
	github.com/pkoukk/tiktoken-go v0.1.8
	github.com/pkoukk/tiktoken-go-loader v0.0.2
)

require (
	github.com/dlclark/regexp2 v1.10.0 // indirect
	github.com/google/uuid v1.3.0 // indirect
)

require github.com/itchyny/gojq v0.12.20

require (
	github.com/cpuguy83/go-md2man/v2 v2.0.7 // indirect
	github.com/itchyny/timefmt-go v0.1.9 // indirect
	github.com/russross/blackfriday/v2 v2.1.0 // indirect
	github.com/xrash/smetrics v0.0.0-20240521201337-686a1a2994c1 // indirect
	golang.org/x/sys v0.41.0 // indirect
	golang.org/x/tools v0.26.0 // indirect
)

require (
	github.com/BurntSushi/toml v1.6.0
	github.com/mattn/go-sqlite3 v1.14.53
	github.com/rogpeppe/go-internal v1.16.0
	github.com/urfave/cli/v2 v2.27.7
)
