import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { rooms } from './rooms.ts'
import { linkPages } from './session/session.ts'
import { rootRoute, shellRoute } from './shell/shell.ts'

const { enter, invitation, reset, forgotten } = linkPages

/** Where links lead that people are given; the service makes them. */
const outside = [
  createRoute({ getParentRoute: () => rootRoute, path: 'enter', component: lazyRouteComponent(enter) }),
  createRoute({ getParentRoute: () => rootRoute, path: 'invitation', component: lazyRouteComponent(invitation) }),
  createRoute({ getParentRoute: () => rootRoute, path: 'reset', component: lazyRouteComponent(reset) }),
  createRoute({ getParentRoute: () => rootRoute, path: 'forgotten', component: lazyRouteComponent(forgotten) }),
] as const

type ScreenRoute = (typeof rooms)[number]['routes'][number]
const screens = rooms.flatMap<ScreenRoute>(({ routes }) => routes)

export const routeTree = rootRoute.addChildren([...outside, shellRoute.addChildren(screens)])

export const makeRouter = () =>
  createRouter({
    routeTree,
    basepath: '/admin',
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    scrollRestoration: false,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
