import type { RouteCases } from './route-case.ts'
import { makeAccountLink } from './world.ts'

export const cases: RouteCases = {
  '/signed-on': { at: '/signed-on', shows: 'not complete', outside: true, asksNothing: true },
  '/forgotten': { at: '/forgotten', shows: 'Request a link', outside: true, asksNothing: true },
  '/enter': { at: '/enter', shows: 'This link is incomplete', outside: true, asksNothing: true },
  '/invitation': { at: makeAccountLink, shows: 'New password', outside: true, asksNothing: true },
  '/reset': { at: '/reset#svl_unknown', shows: 'This link is not valid', outside: true, asksNothing: true },
}
