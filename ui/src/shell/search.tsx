import { lazy, type ReactNode, Suspense, useState } from 'react'
import { thisApp } from '../app/app.ts'
import { Button } from '../button.tsx'
import { useWindowKeys } from '../keys.ts'

const KeysHelp = lazy(() => import('../keys-help.tsx'))

/** What Ctrl+K and `?` open, and what opens them from elsewhere. */
export type Overlays = { onSearch: () => void; onKeys: () => void }

/** Stands once in the shell; `children` get what opens the search and the help. */
export function WithOverlays({ children }: { children: (overlays: Overlays) => ReactNode }) {
  const [open, setOpen] = useState<'search' | 'keys'>()
  const overlays = { onSearch: () => setOpen('search'), onKeys: () => setOpen('keys') }
  const { Search } = thisApp()
  const close = () => setOpen(undefined)
  useWindowKeys('Everywhere', [
    { key: 'Ctrl+K', words: 'search', run: overlays.onSearch },
    { key: '?', words: 'show keyboard shortcuts', run: overlays.onKeys },
  ])
  return (
    <>
      {children(overlays)}
      <Suspense>
        {open === 'search' && <Search onKeys={overlays.onKeys} onClose={close} />}
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
