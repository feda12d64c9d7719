import { useRouter } from '@tanstack/react-router'
import { useContext, useDeferredValue, useState } from 'react'
import Palette, { type PaletteItem } from '../palette.tsx'
import { useMay } from '../session/session.ts'
import { Screens } from './screens.ts'

const maxOfGroup = 6

type Props = {
  /** What can be found. */
  hint: string
  /** Beside the screens: what the company has, by what was typed, in small letters. */
  useThings: (wanted: string) => { items: readonly PaletteItem[]; busy: boolean }
  onKeys: () => void
  onClose: () => void
}

/** Screens by their names, and what the company has. */
export function SearchPalette({ hint, useThings, onKeys, onClose }: Props) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text).trim().toLowerCase()
  const things = useThings(wanted)
  const screens = useScreenItems()
  const keys: PaletteItem = {
    key: 'keys',
    group: 'Help',
    label: 'Show keyboard shortcuts',
    icon: 'info',
    onChoose: onKeys,
  }
  const items = [...found([...screens, keys], wanted, screens.length + 1), ...things.items]
  return (
    <Palette
      hint={hint}
      text={text}
      onText={setText}
      items={items}
      busy={things.busy || text.trim().toLowerCase() !== wanted}
      onClose={onClose}
    />
  )
}

/** Those in whose words each typed word begins, the best ones first. */
export function found(items: readonly PaletteItem[], wanted: string, max = maxOfGroup): PaletteItem[] {
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
export function useOpen(): (to: string, params?: Record<string, string>) => void {
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
