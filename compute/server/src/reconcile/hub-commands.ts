/** The commands on hubs: `hub list`, `hub drain`, `hub return`, `hub remove`. */
import { type Command, item, list } from '@service/foundation/admin/command.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import type { HubActs } from './hub-acts.ts'

type HubCommand = Command<AdministrationFace & HubActs>

export const hubCommands: readonly HubCommand[] = [
  {
    usage: 'hub list',
    summary: 'List the hubs with their states, and why those do not respond that do not',
    run: async ({ admin, by }) =>
      list(
        'hubs',
        (await admin.listHubs(by)).map(({ hubId, seenAt, ...hub }) => ({
          hub: hubId,
          ...hub,
          seenAt: seenAt?.toISOString() ?? null,
        })),
        ['hub', 'state', 'engine', 'engineVersion', 'silence'],
      ),
  },
  {
    usage: 'hub drain <hub>',
    summary: 'Place nothing new at a hub until it is returned, or the service starts again',
    run: async ({ admin, by, input }) => item(await admin.setHubDraining(by, input.argument('hub'), true)),
  },
  {
    usage: 'hub return <hub>',
    summary: 'Place deployments at a drained hub again',
    run: async ({ admin, by, input }) => item(await admin.setHubDraining(by, input.argument('hub'), false)),
  },
  {
    usage: 'hub remove <hub>',
    summary:
      'Write off a hub that never comes back: its services go elsewhere, its jobs end, its allocations are released',
    run: async ({ admin, by, input }) =>
      item(
        await admin.removeHub(by, input.argument('hub')),
        'Take it out of the file of hubs too, or the next start has it again.',
      ),
  },
]
