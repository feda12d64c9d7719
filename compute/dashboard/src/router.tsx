import { outsideRoutes, rootRoute, shellRoute } from '@service/ui/shell/shell.ts'
import { createRouter } from '@tanstack/react-router'
import { rooms } from './rooms.ts'
import { signUpRoute } from './sign-up/sign-up.ts'

type ScreenRoute = (typeof rooms)[number]['routes'][number]
const screens = rooms.flatMap<ScreenRoute>(({ routes }) => routes)

export const routeTree = rootRoute.addChildren([...outsideRoutes, signUpRoute, shellRoute.addChildren(screens)])

export const makeRouter = () =>
  createRouter({
    routeTree,
    basepath: '/dashboard',
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    scrollRestoration: false,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
