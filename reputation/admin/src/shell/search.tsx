import { Button } from '@service/ui/button.tsx'
import { useWindowKeys } from '@service/ui/keys.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const SearchPalette = lazy(() => import('./search-palette.tsx'))
const KeysHelp = lazy(() => import('@service/ui/keys-help.tsx'))

/** What Ctrl+K and `?` open, and what opens them from elsewhere. */
export type Overlays = { onSearch: () => void; onKeys: () => void }

/** Stands once in the shell; `children` get what opens the search and the help. */
export function WithOverlays({ children }: { children: (overlays: Overlays) => ReactNode }) {
  const [open, setOpen] = useState<'search' | 'keys'>()
  const overlays = { onSearch: () => setOpen('search'), onKeys: () => setOpen('keys') }
  const close = () => setOpen(undefined)
  useWindowKeys('Everywhere', [
    { key: 'Ctrl+K', words: 'search', run: overlays.onSearch },
    { key: '?', words: 'show the keys', run: overlays.onKeys },
  ])
  return (
    <>
      {children(overlays)}
      <Suspense>
        {open === 'search' && <SearchPalette onKeys={overlays.onKeys} onClose={close} />}
        {open === 'keys' && <KeysHelp onClose={close} />}
      </Suspense>
    </>
  )
}

export const SearchButton = ({ onSearch }: Pick<Overlays, 'onSearch'>) => (
  <Button kind="quiet" icon="search" onClick={onSearch} aria-keyshortcuts="Control+K" aria-haspopup="dialog">
    Search
  </Button>
)
