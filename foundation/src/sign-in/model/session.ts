/** A signed-in person, as lists show it: the secret in the cookie is known to the browser alone. */
export type Session = {
  id: string
  companyId: string
  userId: string
  createdAt: Date
  /** Ends at this time whatever happens. */
  expiresAt: Date
  /** Lags by up to a minute. */
  lastUsedAt: Date
  /** When the person last proved to be who they are. */
  provedAt: Date
  address: string | null
  userAgent: string | null
}

const hourMs = 3_600_000

export const sessionMs = 7 * 24 * hourMs
export const idleMs = 12 * hourMs
/** What is dangerous needs a proof no older than this. */
export const freshMs = 10 * 60_000

type Times = Pick<Session, 'expiresAt' | 'lastUsedAt'>

/** When it ends if it is not used again. */
export const endOf = ({ expiresAt, lastUsedAt }: Times): Date =>
  new Date(Math.min(expiresAt.getTime(), lastUsedAt.getTime() + idleMs))

export const freshUntil = ({ provedAt }: Pick<Session, 'provedAt'>): Date => new Date(provedAt.getTime() + freshMs)

/** As the person recognises it: printable, of bounded length. */
export const shownUserAgent = (given: string | undefined): string | null =>
  given === undefined
    ? null
    : given
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, ' ')
        .slice(0, 300)
