package token

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"
)

// cjkClauses are put together at random to longer texts.
var cjkClauses = strings.Fields(`
	根据最新的统计数据 该地区的物流成本在过去三年里持续上升 我们建议客户提前两周预订仓位
	由于天气原因 部分航班已经取消 请您耐心等待进一步通知 系统会自动发送短信提醒 数据库连接超时
	用户登录失败次数过多 账户已被暂时锁定 服务器将于今晚十二点进行维护 届时所有接口都无法访问
	他打开窗户 看见远处的山峰被云雾笼罩 孩子们在院子里追逐嬉戏 這份報告需要在星期五之前完成
	請確認收件地址是否正確 本次更新修正了若干已知問題 昨日の会議では新しい計画について話し合いました
	この製品は来月から販売される予定です 詳細はウェブサイトをご覧ください エラーが発生したため処理を中断しました
	申し訳ございませんが在庫がありません 오늘 날씨가 매우 좋아서 산책을 나갔습니다
	요청하신 페이지를 찾을 수 없습니다 비밀번호를 다시 입력해 주세요`)

func cjkLine(r *rand.Rand) string {
	var b strings.Builder
	for range 2 + r.IntN(4) {
		b.WriteString(cjkClauses[r.IntN(len(cjkClauses))])
		b.WriteString([]string{"，", "。", "、", "；", ""}[r.IntN(5)])
	}
	return b.String() + "\n"
}

// itemLine is a line of an envelope of issues.
func itemLine(r *rand.Rand) string {
	return fmt.Sprintf(`{"number":%d,"title":"Fix the %s of %s when the list is empty",`+
		`"state":"%s","user":{"login":"%s-%d","site_admin":false},"labels":[{"name":"bug",`+
		`"color":"%06x"}],"created_at":"2026-%02d-%02dT%02d:%02d:11Z","comments":%d,`+
		`"url":"https://example.com/repos/acme/shop/issues/%d","body":"It should not %s the `+
		`whole page; I've seen this on Linux and macOS with the default settings."},`+"\n",
		r.IntN(1e5), code(r), code(r), []string{"open", "closed"}[r.IntN(2)], code(r), r.IntN(100),
		r.IntN(1<<24), 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(40), r.IntN(1e5),
		code(r))
}

func code(r *rand.Rand) string {
	words := strings.Fields(`index filter render update cache parser window request payment
		invoice customer report schedule delete sync upload token session batch worker`)
	return words[r.IntN(len(words))]
}

// benchTexts are texts of n bytes: what a speed is promised for, then what is hard.
func benchTexts(n int) []struct{ name, text string } {
	r := rand.New(rand.NewPCG(1, 1))
	return []struct{ name, text string }{
		{"json", textOf(r, itemLine, n)},
		{"cjk", textOf(r, cjkLine, n)},
		{"code", textOf(r, codeLine, n)},
		{"log", textOf(r, logLine, n)},
		{"prose", textOf(r, generators[4].line, n)},
		{"encoded", textOf(r, encodedLine, n)},
		{"letter", strings.Repeat("a", n)},
		{"spaces", strings.Repeat(" ", n)},
	}
}

// loop runs f on n bytes, and reports the fastest pass too: on a machine that does other things as
// well, the mean says more about those.
func loop(b *testing.B, n int, f func()) {
	b.SetBytes(int64(n))
	fastest := time.Hour
	for b.Loop() {
		start := time.Now()
		f()
		fastest = min(fastest, time.Since(start))
	}
	b.ReportMetric(float64(n)/1e6/fastest.Seconds(), "best-MB/s")
}

func BenchmarkCount(b *testing.B) {
	for _, name := range Names() {
		c := open(b, name)
		for _, x := range benchTexts(64 << 10) {
			text := []byte(x.text)
			b.Run(name+"/"+x.name, func(b *testing.B) {
				b.ReportAllocs()
				loop(b, len(text), func() { c.Count(text) })
			})
		}
	}
}

// BenchmarkOracle is tiktoken-go on the same texts, but for the long runs: it is quadratic on those.
func BenchmarkOracle(b *testing.B) {
	for _, x := range benchTexts(64 << 10)[:5] {
		b.Run("o200k_base/"+x.name, func(b *testing.B) {
			oracle := oracles["o200k_base"]()
			loop(b, len(x.text), func() { oracle.EncodeOrdinary(x.text) })
		})
	}
}

// BenchmarkOpen opens a counter and counts 6 KB, after the processor's caches have seen other
// things.
func BenchmarkOpen(b *testing.B) {
	text := []byte(benchTexts(6 << 10)[0].text)
	other := make([]byte, 64<<20)
	for b.Loop() {
		b.StopTimer()
		for i := 0; i < len(other); i += 64 {
			other[i]++
		}
		b.StartTimer()
		c, err := Open("o200k_base")
		if err != nil {
			b.Fatal(err)
		}
		c.Count(text)
	}
	runtime.KeepAlive(other)
}
