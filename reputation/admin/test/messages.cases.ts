import { newPerson, sessionHeaders } from '@service/foundation-testing/signed-in.ts'
import type { RouteCases, World } from './route-case.ts'

async function aChannel({ service, full }: World): Promise<void> {
  const session = await sessionHeaders(service, await newPerson(service, full.companyId))
  const headers = { ...session, 'Content-Type': 'application/json' }
  const name = `<b>Press\u202e</b>${'x'.repeat(150)}`
  const body = JSON.stringify({ kind: 'slack', name, address: 'http://127.0.0.1:61991/hook', digestHour: 7 })
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
