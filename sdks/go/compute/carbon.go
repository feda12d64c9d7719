package compute

import (
	"context"
	"net/url"
)

// CarbonService reads the carbon intensity of grids. It is [Client.Carbon].
type CarbonService struct{ transport *transport }

// Get reads the carbon intensity of a country's grid now, by its ISO 3166-1 alpha-2 code.
func (s *CarbonService) Get(ctx context.Context, country string) (*CarbonIntensity, error) {
	path, err := carbonPath(country, "")
	if err != nil {
		return nil, err
	}
	return get[CarbonIntensity](ctx, s.transport, path, nil)
}

// ForecastQuery is how far to look ahead.
type ForecastQuery struct {
	// Hours is how many, up to 72; 24 unless given.
	Hours int
}

// Forecast reads the carbon intensity of the next hours.
func (s *CarbonService) Forecast(ctx context.Context, country string, query ForecastQuery) (*CarbonForecast, error) {
	path, err := carbonPath(country, "/forecast")
	if err != nil {
		return nil, err
	}
	values := url.Values{}
	setNumber(values, "hours", query.Hours)
	return get[CarbonForecast](ctx, s.transport, path, values)
}

func carbonPath(country, suffix string) (string, error) {
	return pathOf("/v1/carbon/", "the country", country, suffix)
}
