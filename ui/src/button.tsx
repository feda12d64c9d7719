import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  children: ReactNode
  kind?: 'primary' | 'danger' | 'quiet' | undefined
  size?: 'small' | undefined
  icon?: IconName | undefined
  /** Something goes on: pressing it again does nothing. */
  busy?: boolean | undefined
  /** Why it cannot be used now, in words that stand beside it. */
  why?: string | undefined
}

export function Button({
  children,
  kind,
  size,
  icon,
  busy = false,
  why,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const id = useId()
  const isOff = busy || why !== undefined
  return (
    <>
      <button
        {...rest}
        type={type}
        className="button"
        data-kind={kind}
        data-size={size}
        aria-disabled={isOff || undefined}
        aria-describedby={why === undefined ? rest['aria-describedby'] : id}
        onClick={isOff ? (event) => event.preventDefault() : onClick}
      >
        {icon && <Icon name={busy ? 'moving' : icon} />}
        {children}
      </button>
      {why !== undefined && (
        <span className="why" id={id}>
          {why}
        </span>
      )}
    </>
  )
}

export const Buttons = ({ children }: { children: ReactNode }) => <div className="buttons">{children}</div>
