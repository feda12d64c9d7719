/** What stands around every screen: navigation, the state of the whole, who is signed in. */
export { outsideRoutes } from './outside-routes.ts'
export { ScreenLink } from './screen-link.tsx'
export { type NavigationItem, Screens, useScreens } from './screens.ts'
export { rootRoute, shellRoute } from './shell-route.tsx'
