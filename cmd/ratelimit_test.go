package cmd

import (
	"testing"
	"time"
)

func TestRateLimited(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]int{ // seconds; 0: limited, but not for how long
		"HTTP/2 429\nretry-after: 12\n":                             12,
		"< Retry-After: Sun, 01 Mar 2026 12:01:30 GMT":              90,
		"Retry-After: Sun, 01 Mar 2026 11:00:00 GMT":                0,
		`{"message":"Too Many Requests","retry_after":0.4}`:         1,
		"curl: (22) The requested URL returned error: 429":          0,
		"gh: API rate limit exceeded for user ID 583231.":           0,
		"You have exceeded a secondary rate limit.":                 0,
		"Rate limit reached; please try again in 2m":                120,
		"error: rate_limit_exceeded, retrying in 900ms":             1,
		"An error occurred (ThrottlingException) when calling List": 0,
		"429 Client Error: Too Many Requests for url":               0,
		"Retry-After: 99999999999":                                  0,
		"slow down, Rate limit exceeded, try again in 1m30s":        90,
		"quota: rate limit reached, retry in 1 hour":                3600,
		`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}`:      0,
		"HTTP error 429 while fetching":                             0,
	} {
		if n, limited := rateLimited(text, now); !limited || n != want {
			t.Errorf("%q: %d %v, want %d", text, n, limited, want)
		}
	}
	for _, text := range []string{
		"", "row 429 is bad", "read 429 lines", "limit exceeded: 5 rows", "no such file: rate.txt",
		"try again later", "HTTP/1.1 404 Not Found", "the rate limiter started", "took 0.429 s",
		`{"status":"open","id":429}`, "syntax error near line 429", "will not retry after 3 attempts",
		"error in row 429", "code 4290", "port 429 is closed",
	} {
		if n, limited := rateLimited(text, now); limited {
			t.Errorf("%q is a rate limit, of %d s", text, n)
		}
	}
}

func TestLastLines(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"", 10, ""}, {"\n\n", 10, ""}, {"one\n", 10, "one"}, {"one\ntwo\n", 10, "one\ntwo"},
		{"one\r\ntwo\r\n", 3, "two"}, {"a longer line", 4, "…line"}, {"日本語", 5, "…語"},
		{"\x1b[31mred\x1b[0m\x07", 20, "red"}, {"a\xffb", 20, "a\uFFFDb"}, {"first\n\n  last  \n", 20, "first\nlast"},
	} {
		if got := lastLines([]byte(c.text), c.n); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}
