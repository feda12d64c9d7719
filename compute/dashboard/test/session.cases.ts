import type { RouteCases } from './route-case.ts'
import { makeAccountLink } from './world.ts'

export const cases: RouteCases = {
  '/signed-on': { at: '/signed-on', shows: 'not complete', outside: true, elsewhere: true },
  '/forgotten': { at: '/forgotten', shows: 'Request a link', outside: true, elsewhere: true },
  '/enter': { at: '/enter', shows: 'This link is incomplete', outside: true, elsewhere: true },
  '/invitation': { at: makeAccountLink, shows: 'New password', outside: true, elsewhere: true },
  '/reset': { at: '/reset#svl_unknown', shows: 'This link is not valid', outside: true, elsewhere: true },
  '/sign-up': { at: '/sign-up', shows: 'Create the account', outside: true, asksNothing: true },
}
