import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { linkPages } from '../session/session.ts'
import { rootRoute } from './shell-route.tsx'

const { enter, invitation, reset, signedOn, forgotten } = linkPages

/** Where links lead that people are given; the service makes them. */
export const outsideRoutes = [
  createRoute({ getParentRoute: () => rootRoute, path: 'enter', component: lazyRouteComponent(enter) }),
  createRoute({ getParentRoute: () => rootRoute, path: 'invitation', component: lazyRouteComponent(invitation) }),
  createRoute({ getParentRoute: () => rootRoute, path: 'reset', component: lazyRouteComponent(reset) }),
  createRoute({ getParentRoute: () => rootRoute, path: 'signed-on', component: lazyRouteComponent(signedOn) }),
  createRoute({ getParentRoute: () => rootRoute, path: 'forgotten', component: lazyRouteComponent(forgotten) }),
] as const
