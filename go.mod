module github.com/toolfit/toolfit

go 1.26

require github.com/itchyny/gojq v0.12.20

require github.com/itchyny/timefmt-go v0.1.9 // indirect
