/**
 * Sends one message, by whatever the channel is. Mail goes to the operator's server, one for each recipient; Slack and Teams are addresses that
 * customers gave, so every request passes the guard (`outbound/`).
 */
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import type { Channel } from './model/channel.ts'
import { asSlack, asTeams, type Message } from './model/message.ts'
import type { Sent } from './model/outcome.ts'

/** `sendMails`: undefined where the operator has set up no mail server. */
export type SendDeps = { sealer: Sealer; post: Outbound['post']; sendMails: SendMessage | undefined }

export type SendMessage = (channel: Channel, id: string, message: Message) => Promise<Sent>

const timeoutMs = 15_000
/** The address is not there, or not ours to write to: it stays so. */
const finalStatuses = [400, 401, 403, 404, 405, 410]

export const makeSendMessage =
  ({ sealer, post, sendMails }: SendDeps): SendMessage =>
  async (channel, id, message) => {
    if (channel.kind === 'email') {
      if (!sendMails) return { kind: 'failed', error: 'no mail server is set up by the operator', isFinal: false }
      return sendMails(channel, id, message)
    }
    const url = sealer.open(channel.addressSealed ?? '', channel.id)
    const body = JSON.stringify(channel.kind === 'slack' ? asSlack(message) : asTeams(message))
    const headers = { 'Content-Type': 'application/json' }
    const outcome = await post({ url, headers, body, timeoutMs })
    if (outcome.kind === 'failed') {
      return { kind: 'failed', error: outcome.error, isFinal: outcome.error === 'address-refused' }
    }
    const { status } = outcome
    if (status >= 200 && status < 300) return { kind: 'sent' }
    return { kind: 'failed', error: `it returned status ${status}`, isFinal: finalStatuses.includes(status) }
  }
