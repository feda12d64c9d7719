import type { PaletteItem } from '@service/ui/palette.tsx'
import { useMay } from '@service/ui/session/session.ts'
import { found, SearchPalette, useOpen } from '@service/ui/shell/search-palette.tsx'
import { useScreens } from '@service/ui/shell/shell.ts'
import { useWebhookItems } from '@service/ui/webhooks/use-webhook-items.ts'
import { useList } from '../api/api.ts'

const limit = 200

/** What the company has: its deployments and webhooks; and the hubs. */
export default function Search(props: { onKeys: () => void; onClose: () => void }) {
  return <SearchPalette {...props} hint="Screens, deployments, hubs, webhooks, ids" useThings={useThings} />
}

function useThings(wanted: string): { items: PaletteItem[]; busy: boolean } {
  const may = useMay()
  const exists = useScreens()
  const open = useOpen()
  const isAsked = wanted.length > 1
  const enabled = (screen: string) => ({ enabled: isAsked && may('deployments:read') && exists(screen) })
  const deployments = useList(
    'listDeployments',
    { query: { limit: 6, text: wanted } },
    (page) => page.deployments,
    enabled('/deployments'),
  )
  const hubs = useList('listHubs', { query: { limit } }, (page) => page.hubs, enabled('/hubs'))
  const webhooks = useWebhookItems(isAsked, open)
  if (!isAsked) return { items: [], busy: false }
  const items: PaletteItem[] = [
    ...(deployments.data ?? []).map(
      ({ deployment_id: id, name, image, status }): PaletteItem => ({
        key: id,
        group: 'Deployments',
        label: name ?? id,
        note: `${status}, ${image}`,
        icon: 'box',
        onChoose: () => open('/deployments/$deploymentId/{-$tab}', { deploymentId: id }),
      }),
    ),
    ...found(
      (hubs.data ?? []).map(({ hub, name, country }) => ({
        key: hub,
        group: 'Hubs',
        label: hub,
        note: `${name}, ${country}`,
        icon: 'hub',
        onChoose: () => open('/hubs/$hub', { hub }),
      })),
      wanted,
    ),
    ...found(webhooks.items, wanted),
  ]
  const busy = webhooks.busy || [deployments, hubs].some(({ data, isFetching }) => data === undefined && isFetching)
  return { items, busy }
}
