/** Every route of the interface in every state: see `foundation/testing/src/pages/walk-routes.ts`. */
import { fileURLToPath } from 'node:url'
import { walkRoutes } from '@service/foundation-testing/pages/walk-routes.ts'
import { buildPages } from '../../../tools/pages.mjs'
import type { World } from './route-case.ts'
import { openWorld, signedIn } from './world.ts'

/** The type checker of the tests does not know the pages. */
const router: string = '../src/router.tsx'
const { makeRouter } = (await import(router)) as {
  makeRouter: () => { routesById: Record<string, { fullPath: string }> }
}

await walkRoutes<World>({
  path: '/dashboard',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  makeRouter,
  open: async () => {
    buildPages()
    return openWorld()
  },
  signedIn: (world, company) =>
    signedIn(world, world[company].companyId, 'owner', company === 'full' ? world.operator : undefined),
})
