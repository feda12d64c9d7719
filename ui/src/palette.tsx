/** One field that leads everywhere: what is typed narrows a list, arrow keys choose, Enter goes. It knows no router. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './palette.css'

export type PaletteItem = {
  key: string
  /** Under which heading it stands. */
  group: string
  label: string
  note?: string | undefined
  icon?: IconName | undefined
  onChoose: () => void
}

type PaletteProps = {
  /** What can be found: "Screens, stories, screenings by id". */
  hint: string
  text: string
  onText: (text: string) => void
  /** What was found for the text; items of one group stand together. */
  items: readonly PaletteItem[]
  /** More is being looked for. */
  busy?: boolean
  onClose: () => void
}

export default function Palette({ hint, text, onText, items, busy = false, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [chosen, setChosen] = useState<string>()
  const id = useId()
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === chosen),
  )
  const current = items[at]
  const idOf = (index: number) => `${id}-${index}`
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one is kept in sight
  useEffect(() => {
    document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' })
  }, [at, current?.key])

  function choose(item: PaletteItem): void {
    onClose()
    item.onChoose()
  }
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      setChosen(items[(at + step + items.length) % items.length]?.key)
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      choose(current)
    }
  }
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={press}
    >
      <div className="palette-field">
        <Icon name={busy ? 'moving' : 'search'} />
        <input
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current && idOf(at)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={hint}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setChosen(undefined)
            onText(event.target.value)
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <div className="palette-list" id={`${id}-list`} role="listbox" aria-label="Found">
        {groups.map((group, i) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields
          <div key={group} role="group" aria-labelledby={`${id}-group-${i}`}>
            <div className="palette-group" id={`${id}-group-${i}`} role="presentation">
              {group}
            </div>
            {items.map(
              (item, index) =>
                item.group === group && (
                  // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the option
                  // biome-ignore lint/a11y/useKeyWithClickEvents: Enter chooses it from the field
                  <div
                    key={item.key}
                    id={idOf(index)}
                    role="option"
                    aria-selected={index === at}
                    className="palette-item"
                    onMouseMove={() => setChosen(item.key)}
                    onClick={() => choose(item)}
                  >
                    <Icon name={item.icon ?? 'right'} />
                    <span className="palette-label">{item.label}</span>
                    {item.note !== undefined && <span className="palette-note">{item.note}</span>}
                  </div>
                ),
            )}
          </div>
        ))}
      </div>
      <p className="palette-none" role="status">
        {items.length > 0 ? '' : busy ? 'Searching …' : `Nothing found for "${text}".`}
      </p>
    </dialog>
  )
}
