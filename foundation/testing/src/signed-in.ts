/** People who are signed in to a service of a test, as a page of it makes their requests. */
import { randomBytes } from 'node:crypto'
import type { Administration } from '@service/foundation/administration/administration.ts'
import { PasswordHasher } from '@service/foundation/sign-in/password-hasher.ts'
import * as passwords from '@service/foundation/sign-in/password-store.ts'
import { startSession } from '@service/foundation/sign-in/start-session.ts'
import { sql } from 'kysely'
import type { BrowserContextOptions } from 'playwright-core'
import { byTester } from './acts.ts'

type Service = { baseUrl: string; administration: Administration }

/** What a browser and a page of the service send. */
export const pageHeaders = { 'X-Service-Csrf': '1', 'Sec-Fetch-Site': 'same-origin' }

const browser = { address: '127.0.0.1', userAgent: 'Test', sessionToken: undefined, deviceToken: undefined }

/** The headers of a person whose session has just begun, at whichever service. */
export async function sessionHeaders(
  { administration }: Pick<Service, 'administration'>,
  person: { userId: string; companyId: string },
): Promise<Record<string, string>> {
  const { db } = administration
  const { token } = await db.transaction((tx) =>
    startSession(tx, { ...administration, randomBytes }, person, browser, { shown: { by: 'test' } }, null),
  )
  return { ...pageHeaders, Cookie: `reputation_session=${token}; compute_session=${token}` }
}

/** What a browser keeps of it, for `storageState`: the cookie of that name at the service's address. */
export async function storedSession(
  service: Pick<Service, 'administration'>,
  person: { userId: string; companyId: string },
  cookie: 'reputation_session' | 'compute_session',
): Promise<NonNullable<Exclude<BrowserContextOptions['storageState'], string | undefined>>> {
  const { Cookie = '' } = await sessionHeaders(service, person)
  const value = new RegExp(`${cookie}=([^;]+)`).exec(Cookie)?.[1] ?? ''
  const lasts = { expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const }
  return { cookies: [{ name: cookie, value, domain: '127.0.0.1', path: '/', ...lasts }], origins: [] }
}

let count = 0

/** A new person of the company with this role and password. */
export async function newPerson(
  { administration }: Pick<Service, 'administration'>,
  companyId: string,
  { role = 'owner', password, email }: { role?: string; password?: string; email?: string } = {},
): Promise<{ userId: string; companyId: string; email: string }> {
  count += 1
  const address = email ?? `person-${count}@people.example`
  const { id: userId } = await administration.createUser(byTester, {
    companyId,
    email: address,
    name: 'Grace Person',
    role,
  })
  if (password !== undefined) await givePassword({ administration }, { userId, companyId }, password)
  return { userId, companyId, email: address }
}

export async function givePassword(
  { administration: { db, now } }: Pick<Service, 'administration'>,
  person: { userId: string; companyId: string },
  password: string,
): Promise<void> {
  const hash = await new PasswordHasher({ randomBytes }).hash(password)
  await passwords.set(db.connection, { ...person, hash, at: now() })
}

/** As if the person had proved to be who they are so long ago that it no longer counts. */
export async function ageProofs(
  { administration: { db } }: Pick<Service, 'administration'>,
  userId: string,
): Promise<void> {
  await sql`update sessions set proved_at = proved_at - interval '11 minutes' where user_id = ${userId}`.execute(
    db.connection,
  )
}

export type PageResponse<T> = { status: number; headers: Headers; body: T; cookies: Map<string, string> }

/** A browser with its cookies, at a page of the service. */
export class TestBrowser {
  readonly #baseUrl: string
  readonly #address: string | undefined
  readonly cookies = new Map<string, string>()

  /** `address`: where it is, for a service that trusts this machine as its proxy. */
  constructor({ baseUrl }: Pick<Service, 'baseUrl'>, address?: string) {
    this.#baseUrl = baseUrl
    this.#address = address
  }

  async send<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<PageResponse<T>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${this.#baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...pageHeaders,
        ...(cookie !== '' && { Cookie: cookie }),
        ...(this.#address !== undefined && { 'X-Forwarded-For': this.#address }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const set = new Map<string, string>()
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      set.set(name, line)
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
      cookies: set,
    }
  }
}
