/**
 * Who is written to by e-mail: an address of a company. It **waits** until its recipient confirms it, by a link in the one mail
 * that asks them; who **stopped** the mails is not asked again, and can resume them by any link that they got.
 */
export const recipientStates = ['waiting', 'confirmed', 'stopped'] as const
export type RecipientState = (typeof recipientStates)[number]

export type Recipient = {
  id: string
  companyId: string
  address: string
  state: RecipientState
  requests: number
  requestsSince: Date | null
  requestedAt: Date | null
  /** When the next request is to be sent. */
  dueAt: Date | null
  error: string | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long the link of a request can be used. */
export const requestLinkMs = 7 * dayMs
/** Of a later mail: people keep mail, and stop it when they come across it. */
export const stopLinkMs = 400 * dayMs

const perAddress = { requests: 3, withinMs: 30 * dayMs, apartMs: hourMs }
/** Of a company, to all new addresses together: it is no tool to write to strangers. */
export const perCompany = { requests: 100, withinMs: dayMs }

/** Whether an address may be asked again; else from when on. */
export function requestableAt({ requests, requestsSince, requestedAt }: Recipient, now: Date): Date | undefined {
  const after = (time: Date | null, ms: number) => (time ? new Date(time.getTime() + ms) : now)
  const at =
    requests >= perAddress.requests ? after(requestsSince, perAddress.withinMs) : after(requestedAt, perAddress.apartMs)
  return at > now ? at : undefined
}

/** What is counted once another request is made. */
export function countRequest({ requests, requestsSince }: Recipient, now: Date) {
  const isOver = !requestsSince || requestsSince.getTime() + perAddress.withinMs <= now.getTime()
  return { requests: isOver ? 1 : requests + 1, requestsSince: isOver ? now : requestsSince }
}

/** Addresses are compared without regard to capitals. */
export const comparable = (address: string): string => address.toLowerCase()
