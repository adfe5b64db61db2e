module github.com/toolfit/toolfit

go 1.26
