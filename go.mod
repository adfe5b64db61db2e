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

require github.com/itchyny/timefmt-go v0.1.9 // indirect
require github.com/mattn/go-sqlite3 v1.14.53
