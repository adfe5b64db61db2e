package cmd

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// expression returns what compiles a regular expression when it is first wanted: most calls run no
// command.
func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// limitedText is what sources say that were asked too often: the status of HTTP in the words of
// clients, and the codes of large APIs.
var limitedText = expression(`(?i)\btoo many requests\b` +
	`|\bHTTP(/[0-9.]+)?[ :]+(error[ :]+|status[ :]+)?429\b|\b429 (client error|too many)` +
	`|\b(status|statuscode|status[ _]code|http[ _]code|http[ _]status|code)["']?[ \t]*[:=][ \t]*["']?429\b` +
	`|\b(returned error|status code|status|error|response)[ :]+429\b` +
	`|\brate[ -]?limit(ed|s)?\b[^\n]{0,40}\b(exceeded|reached|hit)\b|\b(exceeded|hit)\b[^\n]{0,30}\brate[ -]?limit` +
	`|\b(ThrottlingException|Throttling|TooManyRequestsException|RequestLimitExceeded|RATE_LIMIT_EXCEEDED|rateLimitExceeded|SlowDown)\b`)

// When to ask again: the header, as a number of seconds or a date, and how it is put in words.
var (
	retryAfter = expression(`(?i)\bretry[-_ ]after(?:_seconds)?["']?[ \t]*[:=][ \t]*["']?([A-Za-z]{3}, [0-9A-Za-z :-]+ GMT|[0-9]+(?:\.[0-9]+)?)`)
	tryAgain   = expression(`(?i)\b(?:re)?try(?:ing)?(?: again)? (?:in|after) ((?:[0-9]+(?:\.[0-9]+)? ?(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b ?|[0-9]+[hm])+)`)
	amount     = expression(`(?i)([0-9]+(?:\.[0-9]+)?) ?([a-z]+)`)
)

// maxRetry is the longest wait that is believed, in seconds.
const maxRetry = 7 * 24 * 60 * 60

// rateLimited tells whether a command's words say that it asked too often, and in how many seconds
// it may ask again; 0 if they don't say.
func rateLimited(text string, now time.Time) (seconds int, limited bool) {
	after := retryAfter().FindStringSubmatch(text)
	if after == nil && !limitedText().MatchString(text) {
		return 0, false
	}
	wait := 0.0
	if after != nil {
		if at, err := time.Parse(time.RFC1123, after[1]); err == nil {
			wait = at.Sub(now).Seconds()
		} else {
			wait, _ = strconv.ParseFloat(after[1], 64)
		}
	} else if again := tryAgain().FindStringSubmatch(text); again != nil {
		wait = secondsIn(again[1])
	}
	if wait <= 0 || wait > maxRetry {
		return 0, true
	}
	return int(wait + 0.999), true
}

// secondsIn adds up amounts of time such as 1m30s or 2 minutes.
func secondsIn(text string) (sum float64) {
	for _, part := range amount().FindAllStringSubmatch(text, -1) {
		n, _ := strconv.ParseFloat(part[1], 64)
		switch unit := strings.ToLower(part[2]); {
		case unit[0] == 'h':
			n *= 60 * 60
		case unit == "ms" || strings.HasPrefix(unit, "milli"):
			n /= 1000
		case unit[0] == 'm':
			n *= 60
		}
		sum += n
	}
	return sum
}
