package compute

import (
	"context"
	"iter"
	"net/http"
)

// DomainService claims names of the company's own for deployments. It is [Client.Domains].
type DomainService struct{ transport *transport }

// List reads every domain, by name.
func (s *DomainService) List(ctx context.Context, query ListQuery) iter.Seq2[Domain, error] {
	return items(ctx, query, s.ListPage, func(page *DomainPage) ([]Domain, *string) {
		return page.Domains, page.NextCursor
	})
}

// ListPage reads one page of [DomainService.List].
func (s *DomainService) ListPage(ctx context.Context, query ListQuery) (*DomainPage, error) {
	return get[DomainPage](ctx, s.transport, "/v1/domains", query.values())
}

// Set claims a domain, or lets one that the company has lead to another deployment. The TXT record that it returns proves
// that the domain is the company's.
func (s *DomainService) Set(ctx context.Context, domain, deploymentID string) (*Domain, error) {
	path, err := domainPath(domain, "")
	if err != nil {
		return nil, err
	}
	return send[Domain](ctx, s.transport, http.MethodPut, path, map[string]string{"deployment_id": deploymentID})
}

// Check looks for the TXT record now.
func (s *DomainService) Check(ctx context.Context, domain string) (*Domain, error) {
	path, err := domainPath(domain, "/check")
	if err != nil {
		return nil, err
	}
	return send[Domain](ctx, s.transport, http.MethodPost, path, nil)
}

// Remove ends the claim: the domain leads nowhere here any more.
func (s *DomainService) Remove(ctx context.Context, domain string) error {
	path, err := domainPath(domain, "")
	if err != nil {
		return err
	}
	return remove(ctx, s.transport, path)
}

func domainPath(domain, suffix string) (string, error) {
	return pathOf("/v1/domains/", "the domain", domain, suffix)
}
