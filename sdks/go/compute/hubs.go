package compute

import (
	"context"
	"iter"
)

// HubService reads hubs. It is [Client.Hubs].
type HubService struct{ transport *transport }

// List reads every hub.
func (s *HubService) List(ctx context.Context, query HubQuery) iter.Seq2[Hub, error] {
	return items(ctx, query, s.ListPage, func(page *HubPage) ([]Hub, *string) { return page.Hubs, page.NextCursor })
}

// ListPage reads one page of [HubService.List].
func (s *HubService) ListPage(ctx context.Context, query HubQuery) (*HubPage, error) {
	return get[HubPage](ctx, s.transport, "/v1/hubs", query.values())
}

// Get reads a hub.
func (s *HubService) Get(ctx context.Context, hub string) (*Hub, error) {
	path, err := pathOf("/v1/hubs/", "the hub", hub, "")
	if err != nil {
		return nil, err
	}
	return get[Hub](ctx, s.transport, path, nil)
}

// RegionService reads regions. It is [Client.Regions].
type RegionService struct{ transport *transport }

// List reads every region.
func (s *RegionService) List(ctx context.Context, query ListQuery) iter.Seq2[Region, error] {
	return items(ctx, query, s.ListPage, func(page *RegionPage) ([]Region, *string) {
		return page.Regions, page.NextCursor
	})
}

// ListPage reads one page of [RegionService.List].
func (s *RegionService) ListPage(ctx context.Context, query ListQuery) (*RegionPage, error) {
	return get[RegionPage](ctx, s.transport, "/v1/regions", query.values())
}

// PricingService reads prices. It is [Client.Pricing].
type PricingService struct{ transport *transport }

// List reads the price of every type of GPU.
func (s *PricingService) List(ctx context.Context, query HubQuery) iter.Seq2[Price, error] {
	return items(ctx, query, s.ListPage, func(page *PricePage) ([]Price, *string) { return page.Prices, page.NextCursor })
}

// ListPage reads one page of [PricingService.List].
func (s *PricingService) ListPage(ctx context.Context, query HubQuery) (*PricePage, error) {
	return get[PricePage](ctx, s.transport, "/v1/pricing", query.values())
}
