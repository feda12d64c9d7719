/** How much of the company's requests of the month is used, and by whom on which day. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { shellRoute } from '../shell/shell.ts'
import type { QuotaSearch } from './model/search.ts'

/** `load`: the screen, with what the service says of its own on it. */
export const quotaRoom = (load: () => Promise<{ QuotaPage: ComponentType }>) =>
  ({
    routes: [
      createRoute({
        getParentRoute: () => shellRoute,
        path: 'settings/quota',
        validateSearch: ({ month, by }: Record<string, unknown>): QuotaSearch => ({
          ...(typeof month === 'string' && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) && { month }),
          ...(typeof by === 'string' && { by }),
        }),
        component: lazyRouteComponent(load, 'QuotaPage'),
      }),
    ],
    navigation: [{ group: 'Settings', label: 'Quota', to: '/settings/quota', icon: 'gauge' }],
  }) as const
