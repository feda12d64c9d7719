/** The one place that asks the service: with the session, which lives as long as the tab, and with everything that came back. */

export type Received = {
  status: number
  reason: string
  tookMs: number
  headers: readonly (readonly [string, string])[]
  text: string
  /** Undefined where the response is no JSON. */
  json: unknown
}

export type Problem = { message: string; code?: string; details?: { path: string; message: string }[] }

const header = 'X-Service-Sandbox'
const kept = 'sandbox-session'

export const sessionId = (): string | undefined => sessionStorage.getItem(kept) ?? undefined
export const forgetSession = (): void => sessionStorage.removeItem(kept)

/** Of the API as it is called here. */
export const baseUrl = `${location.origin}/sandbox`

/** A session that has ended is replaced by another, once. */
export async function send(method: string, path: string, body?: unknown, isAgain = false): Promise<Received> {
  const begunMs = performance.now()
  const id = sessionId()
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(id !== undefined && { [header]: id }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    credentials: 'omit',
    cache: 'no-store',
  })
  const text = await response.text()
  const tookMs = performance.now() - begunMs
  const json = parsed(text)
  const isUnknown = (json as Problem | undefined)?.code === 'sandbox-session-not-found'
  if (isUnknown && !isAgain) {
    forgetSession()
    return send(method, path, body, true)
  }
  const made = response.headers.get(header)
  if (made) sessionStorage.setItem(kept, made)
  return { status: response.status, reason: response.statusText, tookMs, headers: [...response.headers], text, json }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type SandboxSession = {
  api_version: string
  session: string
  ends_at: string
  clock: string
  deployments_made: number
  deployments_limit: number
  gpu_hours_used: number
  gpu_hours_limit: number
  hubs: { hub: string; country: string; state: string; faults: string[] }[]
}

export type StoryEntry = {
  number: number
  at: string
  kind: 'deployment' | 'hub' | 'clock' | 'hours' | 'grid'
  deployment_id: string | null
  status: string | null
  hub: string | null
  text: string
  code: string | null
}
