import { createRoute, createRouter } from '@tanstack/react-router'
import { rooms } from './rooms.ts'
import { ForgottenPage, LinkPage } from './session/session.ts'
import { rootRoute, shellRoute } from './shell/shell.ts'

/** Where links lead that people are given; the service makes them. */
const linkRoutes = (['enter', 'invitation', 'reset'] as const).map((kind) =>
  createRoute({ getParentRoute: () => rootRoute, path: kind, component: () => <LinkPage kind={kind} /> }),
)

const forgottenRoute = createRoute({ getParentRoute: () => rootRoute, path: 'forgotten', component: ForgottenPage })

export const routeTree = rootRoute.addChildren([
  ...linkRoutes,
  forgottenRoute,
  shellRoute.addChildren(rooms.flatMap(({ routes }) => routes)),
])

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
