package compute

import (
	"context"
	"iter"
	"net/url"
)

// query is where a list begins.
type query[Q any] interface {
	values() url.Values
	after(cursor string) Q
}

// items reads a list item by item, asking for a page when it is needed. An error ends it, and is yielded last.
func items[Item, Page any, Q query[Q]](
	ctx context.Context,
	q Q,
	read func(context.Context, Q) (*Page, error),
	open func(*Page) (items []Item, nextCursor *string),
) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for asked := q; ; {
			page, err := read(ctx, asked)
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			found, next := open(page)
			for _, item := range found {
				if !yield(item, nil) {
					return
				}
			}
			if next == nil {
				return
			}
			asked = asked.after(*next)
		}
	}
}

// failing is a sequence of one error.
func failing[Item any](err error) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		var none Item
		yield(none, err)
	}
}
