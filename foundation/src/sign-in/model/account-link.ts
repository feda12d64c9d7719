/** A link that lets a person in without a password, once. */
export const linkKinds = ['invitation', 'reset', 'entry'] as const

export type LinkKind = (typeof linkKinds)[number]

const minuteMs = 60_000

/** How long a link of the kind can be used. */
export const linkMs: Readonly<Record<LinkKind, number>> = {
  invitation: 7 * 24 * 60 * minuteMs,
  reset: 30 * minuteMs,
  entry: 10 * minuteMs,
}

/** The link as its maker sees it, once. */
export type NewLink = { kind: LinkKind; link: string; expiresAt: Date }
