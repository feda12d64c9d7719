import { createRootRoute, createRoute, Link, Outlet } from '@tanstack/react-router'
import { Announcer } from '../announcer.tsx'
import { LivePause } from '../api/api.ts'
import { Empty } from '../notice.tsx'
import { Page } from '../page.tsx'
import { askForSession, SessionGate } from '../session/session.ts'
import { Shell } from './shell.tsx'

export const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Announcer />
    </>
  ),
  notFoundComponent: () => (
    <SessionGate>
      <Shell>
        <Page title="Page not found">
          <Empty title="The address leads nowhere" actions={<Link to="/">Go to the overview</Link>}>
            No screen of this service has this address.
          </Empty>
        </Page>
      </Shell>
    </SessionGate>
  ),
})

/** The parent of every screen for signed-in people. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: askForSession,
  component: () => (
    <SessionGate>
      <LivePause>
        <Shell>
          <Outlet />
        </Shell>
      </LivePause>
    </SessionGate>
  ),
})
