package compute

import (
	"context"
	"iter"
)

// UsageService reads what was used in a month. It is [Client.Usage].
type UsageService struct{ transport *transport }

// Get reads a month with the first page of its deployments.
func (s *UsageService) Get(ctx context.Context, query UsageQuery) (*MonthUsage, error) {
	return get[MonthUsage](ctx, s.transport, "/v1/usage", query.values())
}

// Deployments reads every deployment that used something in the month.
func (s *UsageService) Deployments(ctx context.Context, query UsageQuery) iter.Seq2[DeploymentUsage, error] {
	return items(ctx, query, s.Get, func(month *MonthUsage) ([]DeploymentUsage, *string) {
		return month.Deployments, month.NextCursor
	})
}

// Days reads every day on which something was used, the newest first.
func (s *UsageService) Days(ctx context.Context, query DailyUsageQuery) iter.Seq2[DailyUsage, error] {
	return items(ctx, query, s.DayPage, func(page *DailyUsagePage) ([]DailyUsage, *string) {
		return page.Days, page.NextCursor
	})
}

// DayPage reads one page of [UsageService.Days].
func (s *UsageService) DayPage(ctx context.Context, query DailyUsageQuery) (*DailyUsagePage, error) {
	return get[DailyUsagePage](ctx, s.transport, "/v1/usage/days", query.values())
}

// MetricsService reads what the company runs and has used now. It is [Client.Metrics].
type MetricsService struct{ transport *transport }

// Get reads what the company runs and has used now.
func (s *MetricsService) Get(ctx context.Context) (*CompanyMetrics, error) {
	return get[CompanyMetrics](ctx, s.transport, "/v1/metrics", nil)
}
