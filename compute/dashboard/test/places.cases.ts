import type { RouteCases } from './route-case.ts'

export const cases: RouteCases = {
  '/hubs': { at: '/hubs?gpu_type=H100', shows: 'se-north-1' },
  '/hubs/$hub': { at: '/hubs/de-west-2', shows: 'DE, parent US' },
  '/regions': { at: '/regions', shows: 'nordics' },
  '/pricing': { at: '/pricing?gpu_type=H100&count=4&hours=5', shows: 'Cheapest at' },
  '/carbon': { at: '/carbon?zone=DE', shows: /no cleaner hour can be predicted/ },
  '/usage': { at: '/usage?label=team', shows: 'By day and team', empty: { at: '/usage', shows: 'No usage' } },
}
