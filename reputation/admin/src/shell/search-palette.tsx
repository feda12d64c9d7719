import type { PaletteItem } from '@service/ui/palette.tsx'
import { found, SearchPalette, useOpen } from '@service/ui/shell/search-palette.tsx'
import { useScreens } from '@service/ui/shell/shell.ts'
import { formatTime, TimeZone } from '@service/ui/time.tsx'
import { useWebhookItems } from '@service/ui/webhooks/use-webhook-items.ts'
import { useContext } from 'react'
import { useList } from '../api/api.ts'
import { useMay } from '../session/session.ts'

const limit = 200

/** What the company has: stories, subjects, webhooks; records by their id alone, for names are never searched here. */
export default function Search(props: { onKeys: () => void; onClose: () => void }) {
  return <SearchPalette {...props} hint="Screens, stories, subjects, webhooks, ids" useThings={useThings} />
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
  const webhooks = useWebhookItems(isAsked, open)
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
    ...found(webhooks.items, wanted),
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
  const busy = webhooks.busy || [stories, subjects].some(({ data, isFetching }) => data === undefined && isFetching)
  return { items: [...byId, ...stored], busy }
}
