// Generate writes orders.json: the orders of one invented customer, as a shop's API would list
// them. The README's examples and the tests run on it. It prints the same bytes every time.
//
// Usage: go run ./testdata/generate FILE
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"time"
)

// What is in the file: one order has the rare status, far from either end of the list.
const (
	orders = 312
	rare   = 217 // number of the order with the pending refund, counted from the oldest
	seed   = 2
)

// An order has the members that matter first and the usual ballast behind them.
type order struct {
	ID       string      `json:"id"`
	Date     string      `json:"date"`
	Status   string      `json:"status"`
	Amount   json.Number `json:"amount"`
	Customer customer    `json:"customer"`
	Items    []line      `json:"items"`
	Ship     address     `json:"shipping_address"`
	Note     *string     `json:"note"`
}

type customer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type line struct {
	SKU   string      `json:"sku"`
	Count int         `json:"count"`
	Price json.Number `json:"price"`
}

type address struct {
	Street string `json:"street"`
	City   string `json:"city"`
}

var (
	who = customer{ID: "C-4711", Name: "Mara Lindqvist"}

	places = []address{
		{Street: "Quay Street 4", City: "Norby"},
		{Street: "Mill Lane 17b", City: "Ostwick"},
	}
	notes = []string{
		"leave it with the neighbour",
		"ring twice, the bell is quiet",
		"gift wrap, no invoice in the box",
		"klingeln bei „Lindqvist“, 3. Stock",
	}
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: generate FILE")
	}
	out, err := list()
	if err == nil {
		err = os.WriteFile(os.Args[1], out, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// list returns the orders as one JSON array, oldest first, an order a line.
func list() ([]byte, error) {
	var (
		out bytes.Buffer
		r   = rand.New(rand.NewPCG(seed, seed))
		day = time.Date(2025, time.January, 2, 0, 0, 0, 0, time.UTC)
	)
	for n := range orders {
		row, err := json.Marshal(next(r, n, day))
		if err != nil {
			return nil, err
		}
		day = day.AddDate(0, 0, step(r))
		if n == 0 {
			out.WriteString("[\n")
		} else {
			out.WriteString(",\n")
		}
		out.Write(row)
	}
	out.WriteString("\n]\n")
	return out.Bytes(), nil
}

// step is how many days pass before the next order: about two, sometimes none.
func step(r *rand.Rand) int {
	return []int{0, 1, 2, 2, 3, 4}[r.IntN(6)]
}

// next invents order n.
func next(r *rand.Rand, n int, day time.Time) order {
	o := order{
		ID:       fmt.Sprintf("A-%d", 1000+n),
		Date:     day.Format(time.DateOnly),
		Status:   []string{"paid", "shipped"}[r.IntN(2)],
		Customer: who,
		Ship:     places[r.IntN(len(places))],
	}
	if n == rare {
		o.Status = "refund_pending"
	}
	total := 0
	for range 1 + r.IntN(3) {
		l, cents := item(r)
		o.Items, total = append(o.Items, l), total+cents
	}
	o.Amount = money(total)
	if r.IntN(4) == 0 {
		o.Note = &notes[r.IntN(len(notes))]
	}
	return o
}

// item invents one line of an order and what it comes to, in cents.
func item(r *rand.Rand) (line, int) {
	cents := 5 * (64 + r.IntN(1900))
	l := line{SKU: fmt.Sprintf("SKU-%04d", r.IntN(900)), Count: 1 + r.IntN(3), Price: money(cents)}
	return l, l.Count * cents
}

// money writes cents with two decimals, as the shop does: 20.50, not 20.5.
func money(cents int) json.Number {
	return json.Number(fmt.Sprintf("%d.%02d", cents/100, cents%100))
}
