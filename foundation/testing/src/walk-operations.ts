/**
 * Walks a service's document and proves of every operation what the contract says of all: credentials, scopes, unknown
 * parameters, other companies' things.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Administration } from '@service/foundation/administration/administration.ts'
import type { ApiDocument } from '@service/foundation/http/api-document.ts'
import type { Access } from '@service/foundation/identity/model/access.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Accounts } from './accounts.ts'
import { byTester } from './acts.ts'
import { fastestEngine, type TestEngine } from './database/database-engines.ts'
import { type HostileBody, hostileBodies, keptMegabytes, type Spent, someOf, spentOn } from './hostile-bodies.ts'
import { newPerson, sessionHeaders } from './signed-in.ts'

export type WalkedService = Accounts & { baseUrl: string; administration: Administration; stop(): Promise<void> }

export type Owner = { companyId: string; userId: string }

/** One request that succeeds. */
export type OperationExample<Service> = {
  query?: Record<string, string>
  /** Or a function that makes it. */
  body?: unknown
  /**
   * For a path with ids: makes the thing they name for the owner and returns them. With another company's key the same
   * request must then respond as if there were no such thing.
   */
  path?: (service: Service, owner: Owner) => Promise<Record<string, string>>
  /** What the path names is nobody's own: every company sees the same. */
  shared?: true
  /** The person who makes the request of an operation for people; the owner of the company where it is absent. */
  person?: (service: Service, owner: Owner) => Promise<Owner>
}

/** Operations that people use, with their cookies and from a page of the service. */
export const isForPeople = (path: string): boolean => path.startsWith('/auth/')

/** How a page sends the request of an operation for people. */
export async function personHeaders<Service extends WalkedService>(
  service: Service,
  owner: Owner,
  { person = anOwner }: OperationExample<Service>,
): Promise<Record<string, string>> {
  return sessionHeaders(service, await person(service, owner))
}

const anOwner = (service: WalkedService, { companyId }: Owner): Promise<Owner> => newPerson(service, companyId)

export type Walk<Service> = {
  document: ApiDocument
  access: Access
  /** By `operationId`. An operation without one fails the walk. */
  examples: Readonly<Record<string, OperationExample<Service>>>
  runService: (engine: TestEngine) => Promise<Service>
}

/** The target is 50 ms on a machine of its own; a loaded one needs longer for the same. */
const maxBlockedMs = 150
/** Of all operations together; the target is that of one. */
const maxKeptMegabytes = 64
/** How many bodies each operation gets; all of them with `TEST_ALL_BODIES=true`, which prints the worst of each as well. */
const bodiesEach = 4
const wantsAllBodies = process.env.TEST_ALL_BODIES === 'true'
/** The limits that operations have. */
const bodyLimits = [16, 4, 1, 1 / 16].map((megabytes) => megabytes * 1_048_576 - 1)

/** Nobody can have signed in yet. */
const beforeSigningIn = [
  ...['signIn', 'showAccountLink', 'acceptInvitation', 'requestPasswordReset', 'resetPassword'],
  ...['getSignUp', 'signUp'],
]

export const requestBodyOf = <Service>({ body }: OperationExample<Service>, service: Service): unknown =>
  typeof body === 'function' ? (body as (service: Service) => unknown)(service) : body

type Operation = {
  operationId?: string
  security?: { apiKey?: string[]; session?: string[] }[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { content: Record<string, { schema: Reference | RequestSchema }> }
}

type Reference = { $ref: string }
type RequestSchema = { properties?: object }
type Parameter = { in: string; name: string; schema?: { type?: string } }

export function walkOperations<Service extends WalkedService>({
  document,
  access: { scopes },
  examples,
  runService,
}: Walk<Service>): void {
  type Known = {
    method: string
    path: string
    id: string
    scope: string | undefined
    isOpen: boolean
    example: OperationExample<Service> | undefined
    /** Of the query: those that are read as text. */
    texts: string[]
    /** Of the body: its media types and its fields. */
    bodyTypes: string[]
    fields: string[]
  }
  const { paths = {}, components } = document as {
    paths?: Record<string, Record<string, Operation>>
    components?: { parameters?: Record<string, Parameter>; schemas?: Record<string, RequestSchema> }
  }
  const parameterOf = (one: Parameter | Reference): Parameter | undefined =>
    '$ref' in one ? components?.parameters?.[one.$ref.split('/').at(-1) ?? ''] : one
  const fieldsOf = ({ requestBody }: Operation): string[] => {
    const schema = requestBody?.content['application/json']?.schema
    const known = schema && ('$ref' in schema ? components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] : schema)
    return Object.keys(known?.properties ?? {})
  }
  const operations: Known[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const id = operation.operationId ?? `${method} ${path}`
      const scope = operation.security?.[0]?.apiKey?.[0]
      const texts = (operation.parameters ?? []).flatMap((given) => {
        const parameter = parameterOf(given)
        return parameter?.in === 'query' && parameter.schema?.type === 'string' ? parameter.name : []
      })
      const isOpen = (operation.security ?? []).length === 0
      const bodyTypes = Object.keys(operation.requestBody?.content ?? {})
      const fields = fieldsOf(operation)
      return { method, path, id, scope, isOpen, example: examples[id], texts, bodyTypes, fields }
    }),
  )
  const guarded = operations.filter(({ scope }) => scope !== undefined)
  const missingThing = { error: 'Not Found', code: 'not-found' }

  test('every operation has a name, an example, and an example for the ids in its path', () => {
    for (const { id, path, example } of operations) {
      expect(id, path).toMatch(/^[a-z][A-Za-z]+$/)
      expect(example, `there is no example of ${id}`).toBeDefined()
      if (path.includes('{')) expect(example?.path, `${id} needs an example of its ids`).toBeDefined()
    }
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  })

  test('only operations about the process itself and before signing in are public', () => {
    const open = operations.filter(({ isOpen }) => isOpen).map(({ id }) => id)
    expect(open.filter((id) => !beforeSigningIn.includes(id))).toEqual(['getHealth', 'getReadiness'])
  })

  // What each operation does is tested on every engine beside it; the walk holds all to the same rules, on one.
  describe.each([fastestEngine])('on $name', (engine) => {
    let service: Service
    let mine: Owner
    let theirs: Owner
    let myKey: string
    /** Of keys that never were, that were revoked and that have expired. */
    let refusedKeys: readonly (string | undefined)[]
    beforeAll(async () => {
      service = await runService(engine)
      mine = await service.newCompany()
      theirs = await service.newCompany()
      myKey = (await service.newKey(mine, { scopes })).secret
      const revoked = await service.newKey(mine, { scopes })
      await service.administration.revokeKey(byTester, mine.companyId, revoked.keyId)
      const expired = await service.newKey(mine, { scopes, expiresAt: new Date(Date.now() + 1_000) })
      await sleep(1_010) // until it has expired
      const madeUp = [undefined, '', 'svc_', myKey.slice(0, -1), `${myKey}x`, 'x'.repeat(8_000), '0'.repeat(64)]
      refusedKeys = [...madeUp, revoked.secret, expired.secret]
    })
    afterAll(() => service.stop())

    const idsFor = async ({ example }: Known, owner: Owner): Promise<Record<string, string>> =>
      (await example?.path?.(service, owner)) ?? {}

    async function call(
      operation: Known,
      key: string | undefined,
      more: { query?: Record<string, string>; owner?: Owner; ids?: Record<string, string> } = {},
    ) {
      const ids = more.ids ?? (await idsFor(operation, more.owner ?? mine))
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
        encodeURIComponent(ids[name] ?? ''),
      )
      const query = new URLSearchParams({ ...operation.example?.query, ...more.query })
      const body = operation.example && requestBodyOf(operation.example, service)
      return fetch(`${service.baseUrl}${path}?${query}`, {
        method: operation.method.toUpperCase(),
        headers: {
          ...(key !== undefined && !isForPeople(operation.path) && { Authorization: `Bearer ${key}` }),
          ...(isForPeople(operation.path) &&
            (await personHeaders(service, more.owner ?? mine, operation.example ?? {}))),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    }

    describe.each(operations)('$id', (operation) => {
      test('carries a request id and refuses an unknown parameter', async () => {
        const response = await call(operation, myKey, { query: { unheardOf: '1' } })
        expect(response.headers.get('X-Service-Request-Id')).toMatch(/^req_/)
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({ error: 'Bad Request', details: [{ path: 'query.unheardOf' }] })
      })
    })

    describe.each(guarded)('$id', (operation) => {
      test('succeeds with a key that has the scope, and says what is left of the quota', async () => {
        const { secret } = await service.newKey(mine, { scopes: [operation.scope!] })
        const response = await call(operation, secret)
        expect(response.status, await response.clone().text()).toBeGreaterThanOrEqual(200)
        expect(response.status).toBeLessThan(300)
        expect(response.headers.get('X-Service-Quota-Remaining')).toMatch(/^\d+$/)
        expect(response.headers.get('X-Service-Request-Id')).toMatch(/^req_/)
      })

      test('refuses a missing, made-up, revoked or expired key', async () => {
        const ids = await idsFor(operation, mine)
        for (const key of refusedKeys) {
          const response = await call(operation, key, { ids })
          expect(response.status, key).toBe(401)
          expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
          expect(response.headers.get('X-Service-Quota-Remaining')).toBeNull()
          expect(await response.json()).toMatchObject({ error: 'Unauthorized', code: 'unauthenticated' })
        }
      })

      test('refuses a key that has every scope but this', async () => {
        const { secret } = await service.newKey(mine, { scopes: scopes.filter((scope) => scope !== operation.scope) })
        const response = await call(operation, secret)
        expect(response.status).toBe(403)
        expect(await response.json()).toMatchObject({ error: 'Forbidden', code: 'forbidden' })
      })

      test('is never 500 for text that no database can store', async () => {
        const asked: Parameters<typeof call>[2][] = operation.texts.map((name) => ({ query: { [name]: 'a\u0000b' } }))
        const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
        if (names.length > 0) asked.push({ ids: Object.fromEntries(names.map((name) => [name, 'a\u0000b'])) })
        for (const more of asked) {
          const response = await call(operation, myKey, more)
          expect([400, 404], JSON.stringify(more)).toContain(response.status)
        }
      })

      test.runIf(operation.path.includes('{') && !operation.example?.shared)(
        "is 404 for another company's resource",
        async () => {
          const response = await call(operation, myKey, { owner: theirs })
          expect(response.status).toBe(404)
          expect(await response.json()).toMatchObject(missingThing)
        },
      )
    })

    describe('a body at its limit', () => {
      const takingBodies = operations
        .filter(({ bodyTypes }) => bodyTypes.length > 0)
        .map((operation, offset) => ({ operation, offset, id: operation.id }))
      const worst: { id: string; what: string; blockedMs: number }[] = []
      let before = 0
      beforeAll(async () => {
        before = await keptMegabytes()
      })

      test.each(takingBodies)(
        'does not hold up $id',
        async ({ operation, offset, id }) => {
          const all = hostileBodies(operation.bodyTypes, operation.fields)
          const sending = await sendingTo(operation)
          const bytes = await limitOf(sending, all[0]!)
          const figures: ({ what: string } & Spent)[] = []
          for (const kind of wantsAllBodies ? all : someOf(all, bodiesEach, offset)) {
            const sent = { ...sending, type: kind.type, body: kind.of(bytes) }
            figures.push({ what: kind.what, ...(await minSpentOn(sent)) })
          }
          const [longest] = figures.toSorted((one, other) => other.blockedMs - one.blockedMs)
          if (longest) worst.push({ id, ...longest })
          expect(figures.filter(({ status }) => status < 200 || status >= 500)).toEqual([])
          expect(figures.filter(({ blockedMs }) => blockedMs > maxBlockedMs)).toEqual([])
        },
        wantsAllBodies ? 600_000 : 60_000,
      )

      test('fills no memory', async () => {
        const kept = (await keptMegabytes()) - before
        if (wantsAllBodies) {
          console.table(worst.toSorted((one, other) => other.blockedMs - one.blockedMs))
          console.log(`kept after all: ${kept.toFixed(1)} MB`)
        }
        expect(worst.length).toBe(takingBodies.length)
        expect(kept).toBeLessThan(maxKeptMegabytes)
      })
    })

    /** A request of a company of its own, apart from the others. */
    async function sendingTo(operation: Known) {
      const owner = await service.newCompany()
      const { secret } = await service.newKey(owner, { scopes })
      const ids = await idsFor(operation, owner)
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? '')
      const headers = isForPeople(operation.path)
        ? await personHeaders(service, owner, operation.example ?? {})
        : { Authorization: `Bearer ${secret}` }
      return { url: `${service.baseUrl}${path}`, method: operation.method.toUpperCase(), headers }
    }
  })
}

type Request = Omit<Parameters<typeof spentOn>[0], 'type' | 'body'>

/** The largest body that the operation reads. */
async function limitOf(request: Request, { type, of }: HostileBody): Promise<number> {
  for (const bytes of bodyLimits) {
    const { status } = await spentOn({ ...request, type, body: of(bytes) })
    if (status !== 413) return bytes
  }
  throw new Error('The operation reads no body at all.')
}

/** What else the machine does may only add to what a request costs. */
async function minSpentOn(sent: Parameters<typeof spentOn>[0]): Promise<Spent> {
  let min = await spentOn(sent)
  for (let again = 0; again < 2 && min.blockedMs > maxBlockedMs; again++) {
    const { status, blockedMs } = await spentOn(sent)
    min = { status, blockedMs: Math.min(min.blockedMs, blockedMs) }
  }
  return min
}
