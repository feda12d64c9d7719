package compute

import (
	"context"
	"iter"
	"net/http"
)

// RegistryService keeps logins for the registries of private images, by the host of the registry. It is
// [Client.Registries].
type RegistryService struct{ transport *transport }

// List reads every registry login, by host.
func (s *RegistryService) List(ctx context.Context, query ListQuery) iter.Seq2[RegistryLogin, error] {
	return items(ctx, query, s.ListPage, func(page *RegistryLoginPage) ([]RegistryLogin, *string) {
		return page.Registries, page.NextCursor
	})
}

// ListPage reads one page of [RegistryService.List].
func (s *RegistryService) ListPage(ctx context.Context, query ListQuery) (*RegistryLoginPage, error) {
	return get[RegistryLoginPage](ctx, s.transport, "/v1/registries", query.values())
}

// Set keeps a login in place of the one that the registry had. The password is kept encrypted and never shown again; a
// token that only reads is best.
func (s *RegistryService) Set(ctx context.Context, registry, username, password string) (*RegistryLogin, error) {
	path, err := registryPath(registry)
	if err != nil {
		return nil, err
	}
	login := map[string]string{"username": username, "password": password}
	return send[RegistryLogin](ctx, s.transport, http.MethodPut, path, login)
}

// Remove forgets a login. What runs goes on running.
func (s *RegistryService) Remove(ctx context.Context, registry string) error {
	path, err := registryPath(registry)
	if err != nil {
		return err
	}
	return remove(ctx, s.transport, path)
}

func registryPath(registry string) (string, error) {
	return pathOf("/v1/registries/", "the registry", registry, "")
}
