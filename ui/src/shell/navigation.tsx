import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { thisApp } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { useMay } from '../session/session.ts'
import { Screens } from './screens.ts'

export function Navigation() {
  const may = useMay()
  const items = useContext(Screens).filter(({ permission }) => permission === undefined || may(permission))
  const id = useId()
  return (
    <nav className="navigation" aria-label="Screens">
      {thisApp().groups.map((group) => {
        const members = items.filter((item) => item.group === group)
        if (members.length === 0) return null
        return (
          <div key={group}>
            {group !== '' && (
              <div className="navigation-group" id={`${id}-${group}`}>
                {group}
              </div>
            )}
            <ul aria-labelledby={group === '' ? undefined : `${id}-${group}`}>
              {members.map(({ to, label, icon }) => (
                <li key={to}>
                  <Link to={to as '/'} activeOptions={{ exact: to === '/', includeSearch: false }}>
                    <Icon name={icon} /> {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

/** The navigation of a narrow window, from below. */
export function NavigationSheet({ children }: { children: ReactNode }) {
  const sheet = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes it
  useEffect(() => sheet.current?.close(), [pathname])
  return (
    <>
      <Button kind="quiet" icon="menu" onClick={() => sheet.current?.showModal()} aria-haspopup="dialog">
        Menu
      </Button>
      <dialog ref={sheet} className="sheet" aria-label="Menu">
        <div className="sheet-head">
          {children}
          <Button kind="quiet" icon="close" onClick={() => sheet.current?.close()}>
            Close
          </Button>
        </div>
        <Navigation />
      </dialog>
    </>
  )
}
