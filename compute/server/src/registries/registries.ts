/**
 * Registry logins: what a company proves itself with at the registries of its private images, one for each registry.
 *
 * A password is taken and never shown again: it is kept sealed, and opened only to be handed to the engine that fetches an
 * image of that registry for a deployment of the company. A login that is set again has another id, under which engines keep
 * what they fetched with it: what one login opened is not there for another, nor for another company.
 */
import type { OrderedLogin } from '@service/compute-engines/engine.ts'
import { parseImageReference } from '@service/compute-engines/image-reference.ts'
import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Sealer } from '@service/foundation/sealing/sealing.ts'
import * as store from './registry-login-store.ts'

export { loginRedactor } from './privacy.ts'
export { type RegistryRouteDeps, registryRoutes } from './routes.ts'
export { sealedLoginRows } from './sealed-login-rows.ts'

export type RegistryLogin = Pick<store.StoredLogin, 'registry' | 'username' | 'changedAt' | 'changedBy'>

type By = Act & { companyId: string }
type Given = { registry: string; username: string; password: string }

export type RegistryLogins = {
  list(companyId: string): Promise<RegistryLogin[]>
  /** In place of the one that the registry had. */
  set(by: By, given: Given): Promise<RegistryLogin>
  remove(by: By, registry: string): Promise<void>
  /** For the registry of the image; null where the company has none for it. */
  loginFor(companyId: string, image: string): Promise<OrderedLogin | null>
}

type Deps = { db: Database; now: () => Date; newId: NewId; sealer: Pick<Sealer, 'seal' | 'open'> }

/** More than anybody has. */
const maxLogins = 20

export function makeRegistryLogins({ db, now, newId, sealer }: Deps): RegistryLogins {
  const audit = makeAudit({ now, newId })
  return {
    list: (companyId) => store.list(db.connection, companyId),

    async set(by, given) {
      const { companyId } = by
      const { registry, username, password } = checked(given)
      const login: store.StoredLogin = {
        id: newId('rgl'),
        ...{ companyId, registry, username },
        passwordSealed: '',
        changedAt: now(),
        changedBy: actorText(by.actor),
      }
      login.passwordSealed = sealer.seal(password, login.id)
      await db.transaction(async (tx) => {
        const all = await store.lockAll(tx, companyId)
        const before = all.find((one) => one.registry === registry)
        if (!before && all.length >= maxLogins) {
          throw new Problem('conflict', `The company has ${maxLogins} registry logins. Remove one that is not used.`)
        }
        await store.put(tx, login)
        await audit.record(tx, by, {
          companyId,
          action: 'registry.set',
          target: registry,
          before: before ? { username: before.username } : null,
          after: { username },
        })
      })
      return login
    },

    async remove(by, registry) {
      const { companyId } = by
      await db.transaction(async (tx) => {
        const found = (await store.lockAll(tx, companyId)).find((one) => one.registry === registryNamed(registry))
        if (!found) throw new Problem('not-found', 'Registry login not found.')
        await store.remove(tx, companyId, found.registry)
        const before = { username: found.username }
        await audit.record(tx, by, {
          companyId,
          action: 'registry.remove',
          target: found.registry,
          before,
          after: null,
        })
      })
    },

    async loginFor(companyId, image) {
      const registry = registryNamed(parseImageReference(image).registry)
      const found = await store.find(db.connection, companyId, registry)
      return found
        ? { id: found.id, username: found.username, password: sealer.open(found.passwordSealed, found.id) }
        : null
    },
  }
}

/** Docker Hub has several names; images are known by the first. */
const hubNames = ['docker.io', 'index.docker.io', 'registry-1.docker.io']

const registryNamed = (text: string): string => {
  const name = text.trim().toLowerCase()
  return hubNames.includes(name) ? 'docker.io' : name
}

function checked({ registry, username, password }: Given): Given {
  const faults = new InputFaults()
  const named = registryNamed(registry)
  if (!isRegistry(named)) faults.add('path.registry', 'must be a host such as ghcr.io or registry.example.com:5000')
  if (/[:\p{Cc}]/u.test(username) || !username.isWellFormed()) {
    faults.add('body.username', 'must have no colon and no control characters')
  }
  if (/\p{Cc}/u.test(password) || !password.isWellFormed()) {
    faults.add('body.password', 'must have no control characters')
  }
  faults.throwIfAny()
  return { registry: named, username, password }
}

/** Whether an image can be of it. */
function isRegistry(name: string): boolean {
  try {
    return parseImageReference(`${name}/image`).registry === name && name !== 'localhost'
  } catch {
    return false
  }
}
