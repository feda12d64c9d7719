import { thisApp } from '../app/app.ts'
import { Icon } from '../icon.tsx'
import { Menu, MenuButton } from '../menu.tsx'
import { Notice } from '../notice.tsx'
import { Page } from '../page.tsx'
import './shell.css'
import { useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { SwitchCompany, useMay, useSession, useSignOut } from '../session/session.ts'
import { chooseTheme, currentTheme, themes } from '../theme.ts'
import { HealthStrip } from './health-strip.tsx'
import { Navigation, NavigationSheet } from './navigation.tsx'
import { type Overlays, SearchButton, WithOverlays } from './search.tsx'

export function Shell({ children }: { children: ReactNode }) {
  const { company } = useSession()
  const { Mark } = thisApp()
  const name = <bdi className="brand-name">{company.name}</bdi>
  return (
    <WithOverlays>
      {(overlays) => (
        <div className="shell">
          <a className="skip" href="#main">
            Skip to the content
          </a>
          <header className="shell-top">
            <div className="brand">
              {name}
              {Mark && <Mark />}
            </div>
            <div className="buttons">
              <SearchButton {...overlays} />
              <NavigationSheet>
                <PersonMenu {...overlays} />
              </NavigationSheet>
            </div>
          </header>
          <aside className="shell-side" aria-label="Company and screens">
            <div className="brand">{name}</div>
            <SearchButton {...overlays} />
            <Navigation />
            {/* It is known a moment later, and moves nothing here. */}
            {Mark && (
              <div className="brand">
                <Mark />
              </div>
            )}
            <PersonMenu {...overlays} />
          </aside>
          <main id="main" className="shell-main" tabIndex={-1}>
            <HealthStrip />
            <Permitted>{children}</Permitted>
          </main>
        </div>
      )}
    </WithOverlays>
  )
}

/** The screen, or which permission it needs. The service refuses by itself: this only says it sooner. */
function Permitted({ children }: { children: ReactNode }) {
  const may = useMay()
  const { role } = useSession()
  const needed = useMatches({ select: (matches) => matches.flatMap(({ staticData }) => staticData.permission ?? []) })
  const missing = needed.find((permission) => !may(permission))
  if (missing === undefined) return children
  return (
    <Page title="Your role does not allow this">
      <Notice kind="warn">
        Your role is {role}, and this screen needs {missing}.{' '}
        {missing.startsWith('installation:')
          ? 'It is for those who operate the installation, whatever their role in a company.'
          : 'An administrator of your company can give you another role.'}
      </Notice>
    </Page>
  )
}

function PersonMenu({ onKeys }: Pick<Overlays, 'onKeys'>) {
  const { user, role } = useSession()
  const signOut = useSignOut()
  const [theme, setTheme] = useState(currentTheme)
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <div className="person">
      <div>
        <bdi className="person-name">{user.name}</bdi>
        <div className="small muted">{role}</div>
      </div>
      <Menu label={`Menu of ${user.name}`} icon="more" iconOnly>
        {themes
          .filter((one) => one !== theme)
          .map((one) => (
            <MenuButton
              key={one}
              onClick={() => {
                chooseTheme(one)
                setTheme(one)
              }}
            >
              <Icon name="sun" /> {one === 'system' ? 'Theme: system' : `Theme: ${one}`}
            </MenuButton>
          ))}
        <MenuButton onClick={onKeys}>
          <Icon name="keyboard" /> Keyboard shortcuts
        </MenuButton>
        <MenuButton onClick={() => setIsLeaving(true)}>
          <Icon name="building" /> Switch company …
        </MenuButton>
        <MenuButton onClick={() => signOut.run(undefined)}>
          <Icon name="out" /> Sign out
        </MenuButton>
      </Menu>
      <Suspense>{isLeaving && <SwitchCompany onClose={() => setIsLeaving(false)} />}</Suspense>
    </div>
  )
}
