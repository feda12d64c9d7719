/**
 * What the command line asks of the reputation service. It has no client library; these requests go by the transport of the
 * compute client, with its retries, timeouts and errors. Names are those of `openapi/reputation.json`.
 */
import { realRuntime } from '../../../sdks/typescript/src/runtime.ts'
import { type ClientOptions, Transport } from '../../../sdks/typescript/src/transport.ts'

export interface ScreenQuery {
  name: string
  type?: string | undefined
  dateOfBirth?: string | undefined
  country?: string | undefined
  threshold?: number | undefined
  reference?: string | undefined
  limit?: number | undefined
}

export interface Match {
  list: string
  name: string
  /** From 0 to 1. */
  similarity: number
  primaryName: string
  entityId: string
  type: string
  programs: string[]
  datesOfBirth: string[]
  countries: string[]
  explanation: { sentence: string }[]
}

/** Below the threshold, for a person to decide. */
export interface NearMatch extends Match {
  reason: string
  sentence: string
}

export interface Screening {
  screeningId: string
  query: string
  threshold: number
  clean: boolean
  matches: Match[]
  moreMatches: boolean
  near: NearMatch[]
  suppressed: Match[]
  lists: {
    list: string
    publishedAt: string | null
    fetchedAt: string
    entries: number
    stale: boolean
    sample?: boolean
  }[]
}

export interface AlertQuery {
  severity?: string | undefined
  since?: string | undefined
  group?: 'story' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export interface Alert {
  id: string
  kind: string
  title: string
  severity: 'critical' | 'high'
  source: string
  url: string
  detectedAt: string
  sentimentScore: number
  subject: { name: string }
}

export interface AlertPage {
  alerts: Alert[]
  nextCursor: string | null
}

export interface ReputationScore {
  subject: { name: string } | null
  score: { value: number; date: string; change7d: number | null; change30d: number | null; confidence: string } | null
  pillars: {
    pillar: string
    score: number | null
    weight: number
    contribution: number
    change7d: number | null
    status: string
    reason?: string
  }[]
  history: { date: string; score: number; observed: boolean }[]
}

const names = 'camelCase'

export class Reputation {
  readonly #transport: Transport

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options, realRuntime)
  }

  screen(query: ScreenQuery): Promise<Screening> {
    return this.#transport.request({ method: 'GET', path: '/api/v1/screen', query, names })
  }

  alerts(query: AlertQuery): Promise<AlertPage> {
    return this.#transport.request({ method: 'GET', path: '/api/v1/alerts', query, names })
  }

  score(): Promise<ReputationScore> {
    return this.#transport.request({ method: 'GET', path: '/api/v1/reputation', names })
  }
}
