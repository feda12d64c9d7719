import { newPerson, sessionHeaders } from '@service/foundation-testing/signed-in.ts'
import { putRecipient } from '@service/reputation-testing/mail-recipients.ts'
import type { RouteCases, World } from './route-case.ts'

async function aChannel({ service, full }: World): Promise<void> {
  const session = await sessionHeaders(service, await newPerson(service, full.companyId))
  const headers = { ...session, 'Content-Type': 'application/json' }
  const name = `<b>Press\u202e</b>${'x'.repeat(150)}`
  const body = JSON.stringify({ kind: 'slack', name, address: 'http://127.0.0.1:61991/hook', digestHour: 7 })
  const recipients = [
    'confirmed@example.com',
    'stopped@example.com',
    'waiting@example.com',
    `${'x'.repeat(64)}@${'y'.repeat(180)}.example`,
  ]
  const mail = { kind: 'email', name: 'Board and press', recipients, severities: [] }
  await fetch(`${service.baseUrl}/api/v1/message-channels`, { method: 'POST', headers, body: JSON.stringify(mail) })
  for (const state of ['confirmed', 'stopped', 'waiting'] as const) {
    await putRecipient(service, { companyId: full.companyId, address: `${state}@example.com`, state })
  }
  const response = await fetch(`${service.baseUrl}/api/v1/message-channels`, { method: 'POST', headers, body })
  const { channelId } = (await response.json()) as { channelId: string }
  if (response.status !== 201) throw new Error(`No channel was made: ${response.status}`)
  await fetch(`${service.baseUrl}/api/v1/message-channels/${channelId}/test`, { method: 'POST', headers: session })
}

export const cases: RouteCases = {
  '/settings/messages': {
    at: async (world) => {
      await aChannel(world)
      return '/settings/messages'
    },
    shows: 'failing',
    empty: { at: '/settings/messages', shows: 'No channels yet' },
  },
}
