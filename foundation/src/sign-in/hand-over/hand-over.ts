/**
 * A key that is handed over: how `svc login` comes to an API key through a browser.
 *
 * The program **asks**, and gets a secret of its own and a short code, which it shows with an address. A person opens that address
 * wherever they have a browser, compares the code, and **decides** which scopes the key has, for how long, and what it is
 * called. The program asks again and again until then, **claims** the key, and keeps it: it is made at that moment, in the
 * person's name, and exists nowhere else. The exchange has the form of RFC 8628 (device authorization).
 *
 * A stranger can make a program ask and send the address to somebody; so the page shows where it was asked from, wants the code
 * to be compared, and the person proves again who they are. A secret that comes a second time ends the key that it brought.
 */
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/http.ts'
import type { Access } from '../../identity/model/access.ts'
import type { LimitAttempts } from '../limit-attempts.ts'
import type { DeviceGrant } from '../oauth/model/device-grant.ts'
import type { SessionDeps } from '../start-session.ts'
import { makeAskForKey } from './ask-for-key.ts'
import { makeClaimKey } from './claim-key.ts'
import { makeDecisions } from './decide-on-key.ts'
import { handOverPath, handOverRoutes } from './hand-over.routes.ts'
import * as store from './hand-over-store.ts'
import { shownUserCode } from './model/user-code.ts'

export type HandOver = DeviceGrant & {
  /** Those of the page. */
  routes(app: App): void
}

export type HandOverDeps = SessionDeps & { db: Database; access: Access; limitAttempts: LimitAttempts }

const pollSeconds = 2

export function makeHandOver(deps: HandOverDeps & { title: string; pagesPath: string }): HandOver {
  const askForKey = makeAskForKey(deps)
  const claimKey = makeClaimKey(deps)
  return {
    async ask({ machine }, { address, baseUrl }) {
      const { deviceCode, userCode, expiresInSeconds } = await askForKey({ machine, address })
      const shown = shownUserCode(userCode)
      return {
        device_code: deviceCode,
        user_code: shown,
        verification_uri: `${baseUrl}${handOverPath}`,
        verification_uri_complete: `${baseUrl}${handOverPath}?code=${shown}`,
        expires_in: expiresInSeconds,
        interval: pollSeconds,
      }
    },
    async token({ device_code: deviceCode = '' }, requestId) {
      const { secret, name, scopes, expiresAt } = await claimKey(deviceCode, requestId)
      return {
        access_token: secret,
        token_type: 'Bearer',
        scope: scopes.join(' '),
        key_name: name,
        key_expires_at: expiresAt?.toISOString() ?? null,
      }
    },
    routes: (app) => handOverRoutes(app, { ...deps, decisions: makeDecisions(deps) }),
  }
}

export const handOverPruner = { name: 'keys to be handed over', keptMs: 0, prune: store.prune }
