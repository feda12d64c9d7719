import type { Severity } from '@service/reputation-domain/alerts/level.ts'

export const channelKinds = ['email', 'slack', 'teams'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** Where messages of a company are sent, and which. */
export type Channel = {
  id: string
  companyId: string
  kind: ChannelKind
  name: string
  /** Of e-mail; empty for the others. */
  recipients: string[]
  addressSealed: string | null
  /** Of the others: the host that the address leads to. */
  host: string | null
  severities: Severity[]
  /** At which hour of the company's day; null for none. */
  digestHour: number | null
  nextDigestAt: Date | null
  enabled: boolean
  createdAt: Date
  lastSentAt: Date | null
  failingSince: Date | null
  lastError: string | null
}

export const maxChannels = 20
export const maxRecipients = 20
