import { type ReactNode, useId, useRef } from 'react'
import { Icon, type IconName } from './icon.tsx'

const marginPx = 8

/** A button that opens a list of plain buttons and links. Choosing one closes it. */
export function Menu({
  label,
  icon = 'down',
  iconOnly = false,
  children,
}: {
  label: string
  icon?: IconName
  iconOnly?: boolean
  children: ReactNode
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  function place(): void {
    if (!button.current || !list.current) return
    const { left, right, bottom, top } = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight, style } = list.current
    const { innerWidth, innerHeight } = window
    const x = left + offsetWidth + marginPx > innerWidth ? right - offsetWidth : left
    const y = bottom + offsetHeight + marginPx > innerHeight ? top - offsetHeight - 4 : bottom + 4
    style.left = `${Math.max(marginPx, x)}px`
    style.top = `${Math.max(marginPx, y)}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button"
        data-kind={iconOnly ? 'quiet' : undefined}
        data-icon-only={iconOnly || undefined}
        popoverTarget={id}
        aria-label={iconOnly ? label : undefined}
      >
        {iconOnly ? undefined : label}
        <Icon name={icon} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only closes behind the buttons inside, which have the keys */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button inside is a click */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className="menu"
        onToggle={(event) => event.newState === 'open' && place()}
        onClick={() => list.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}

export const MenuButton = ({
  children,
  kind,
  onClick,
}: {
  children: ReactNode
  kind?: 'danger'
  onClick: () => void
}) => (
  <button type="button" className="button" data-kind={kind} onClick={onClick}>
    {children}
  </button>
)
