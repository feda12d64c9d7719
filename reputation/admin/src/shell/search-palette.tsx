import Palette, { type PaletteItem } from '@service/ui/palette.tsx'
import { formatTime, TimeZone } from '@service/ui/time.tsx'
import { useRouter } from '@tanstack/react-router'
import { useContext, useDeferredValue, useState } from 'react'
import { useList } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { Screens, useScreens } from './screens.ts'

const maxOfGroup = 6
const limit = 200

/** Screens by their names, and what the company has: stories, subjects, webhooks; records by their id alone, for names are never searched here. */
export default function SearchPalette({ onKeys, onClose }: { onKeys: () => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text).trim().toLowerCase()
  const things = useThings(wanted)
  const screens = useScreenItems()
  const keys: PaletteItem = { key: 'keys', group: 'Help', label: 'Show the keys', icon: 'info', onChoose: onKeys }
  const items = [...found([...screens, keys], wanted, screens.length + 1), ...things.items]
  return (
    <Palette
      hint="Screens, stories, subjects, webhooks, ids"
      text={text}
      onText={setText}
      items={items}
      busy={things.busy || text.trim().toLowerCase() !== wanted}
      onClose={onClose}
    />
  )
}

/** Those in whose words each typed word begins, the best ones first. */
function found(items: readonly PaletteItem[], wanted: string, max = maxOfGroup): PaletteItem[] {
  const words = wanted.split(/\s+/).filter(Boolean)
  const rank = ({ label, note = '' }: PaletteItem): number => {
    const [own, all] = [label.toLowerCase(), `${label} ${note}`.toLowerCase()]
    if (!words.every((word) => all.includes(word))) return Number.POSITIVE_INFINITY
    return own.startsWith(wanted) ? 0 : words.every((word) => own.includes(word)) ? 1 : 2
  }
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ item }) => item)
}

/** Opens a screen by its address, with what stands in the place of its parameters. */
function useOpen(): (to: string, params?: Record<string, string>) => void {
  const router = useRouter()
  return (to, params = {}) => void router.navigate({ to, params } as never)
}

function useScreenItems(): PaletteItem[] {
  const may = useMay()
  const open = useOpen()
  return useContext(Screens)
    .filter(({ permission }) => permission === undefined || may(permission))
    .map(({ to, label, icon, group }) => ({
      key: to,
      group: 'Screens',
      label,
      note: group,
      icon,
      onChoose: () => open(to),
    }))
}

function useThings(wanted: string): { items: PaletteItem[]; busy: boolean } {
  const may = useMay()
  const exists = useScreens()
  const open = useOpen()
  const timeZone = useContext(TimeZone)
  const isAsked = wanted.length > 1
  const enabled = (permission: string, screen: string) => ({ enabled: isAsked && may(permission) && exists(screen) })
  const stories = useList(
    'listStories',
    { query: { limit } },
    (page) => page.stories,
    enabled('alerts:read', '/alerts'),
  )
  const subjects = useList(
    'listSubjects',
    { query: { limit } },
    (page) => page.subjects,
    enabled('reputation:read', '/subjects'),
  )
  const webhooks = useList(
    'listWebhooks',
    { query: { limit } },
    (page) => page.webhooks,
    enabled('webhooks:manage', '/webhooks'),
  )
  if (!isAsked) return { items: [], busy: false }
  const stored: PaletteItem[] = [
    ...found(
      (stories.data ?? []).map(({ story, title, source, lastAt }) => ({
        key: story,
        group: 'Stories',
        label: title,
        note: `${source}, ${formatTime(lastAt, 'short', timeZone)}`,
        icon: 'bell',
        onChoose: () => open('/alerts/$story', { story }),
      })),
      wanted,
    ),
    ...found(
      (subjects.data ?? []).map(({ subjectId, name, aliases, role }) => ({
        key: subjectId,
        group: 'Subjects',
        label: name,
        note: [role ?? 'not followed', ...aliases.map(({ text }) => text)].join(', '),
        icon: 'target',
        onChoose: () => open('/subjects/$subjectId', { subjectId }),
      })),
      wanted,
    ),
    ...found(
      (webhooks.data ?? []).map(({ webhookId, url, description }) => ({
        key: webhookId,
        group: 'Webhooks',
        label: url,
        note: description || webhookId,
        icon: 'send',
        onChoose: () => open('/webhooks/$webhookId/deliveries/{-$deliveryId}', { webhookId }),
      })),
      wanted,
    ),
  ]
  const byId: PaletteItem[] =
    /^scr_[0-9a-z]{26}$/.test(wanted) && may('screening:read') && exists('/screening')
      ? [
          {
            key: wanted,
            group: 'Screenings',
            label: wanted,
            icon: 'search',
            onChoose: () => open('/screening/$screeningId', { screeningId: wanted }),
          },
        ]
      : []
  const busy = [stories, subjects, webhooks].some(({ data, isFetching }) => data === undefined && isFetching)
  return { items: [...byId, ...stored], busy }
}
