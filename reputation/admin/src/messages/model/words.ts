import type { Output } from '../../api/api.ts'

export type Channel = Output<'listMessageChannels'>['channels'][number]

export const kindWords: Record<Channel['kind'], string> = { email: 'E-mail', slack: 'Slack', teams: 'Teams' }

export const hourInWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** `critical and high stories at once; a digest at 07:00` */
export function whatIsSent({ severities, digestHour }: Pick<Channel, 'severities' | 'digestHour'>): string {
  const atOnce = severities.length === 0 ? 'nothing at once' : `${severities.join(' and ')} stories at once`
  return digestHour === null ? atOnce : `${atOnce}; a digest at ${hourInWords(digestHour)}`
}
