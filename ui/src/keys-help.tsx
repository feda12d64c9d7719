import { Button } from './button.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'
import { Check } from './field.tsx'
import { switchLetters, useKeyParts, useLetters } from './keys.ts'
import './palette.css'

/** The keys that act on this screen, and the switch of the single ones. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const parts = useKeyParts()
  const letters = useLetters()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {parts.map(({ title, keys }) => (
        <section key={title} className="keys">
          <h3>{title}</h3>
          <dl>
            {keys.map(({ key, words }) => (
              <div key={key}>
                <dt>
                  <Keys of={key} />
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Check
        label="Single-key shortcuts"
        hint="Such as ? and j. Turn them off if you use speech input. Ctrl+K and all buttons keep working."
        checked={letters}
        onChange={switchLetters}
      />
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const named: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
}

/** `Ctrl+K` as two caps. */
export const Keys = ({ of }: { of: string }) =>
  of
    .split('+')
    .map((one) => (one === 'Ctrl' && isMac ? '⌘' : (named[one] ?? one)))
    .map((one) => <kbd key={one}>{one}</kbd>)
