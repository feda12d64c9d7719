/** One event on its way to one registration. */
export type DeliveryState = 'pending' | 'succeeded' | 'failed'

/** Why a delivery failed where no attempt tells: stable words, shown to the customer. */
export type FailureReason =
  | 'registration-disabled'
  | 'registration-deleted'
  /** Its first attempt was held back, because those before it failed, until it was too old. */
  | 'held-too-long'
  /** A person was erased from what it would have said. */
  | 'content-erased'

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

/** What one attempt came to. `error` is null where a response came. */
export type Attempt = {
  at: Date
  durationMs: number
  status: number | null
  error: string | null
  /** The first 4 kB of the response; `answer` is the name of the column and of the field in the API. */
  answer: Uint8Array | null
}

/**
 * The moments between which a process may die, for tests that kill it there. `event written` is a step of the
 * code that causes the event.
 */
export type DeliveryStep = 'event written' | 'delivery made' | 'claimed' | 'posted' | 'before record' | 'after record'
