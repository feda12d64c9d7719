/** One event on its way to one registration. */
export type DeliveryState = 'pending' | 'succeeded' | 'failed'

/** A delivery that this process has leased, with all that a request needs. */
export type ClaimedDelivery = {
  id: string
  companyId: string
  webhookId: string
  lease: string
  /** Of the attempt to be made, from 1. */
  attempt: number
  /** Failed attempts since it was made or last sent again by hand. */
  failures: number
  kind: string
  /** `deliveredAt` of the body. */
  madeAt: Date
  /** JSON text. */
  data: string
  url: string
  secretSealed: string | null
  /** Only while the grace period of a rotation lasts. */
  previousSecretSealed: string | null
}

/** What one attempt came to. `error` is absent where an answer came. */
export type Attempt = {
  at: Date
  durationMs: number
  status: number | null
  error: string | null
  /** The first 4 kB of the answer. */
  answer: Uint8Array | null
}
