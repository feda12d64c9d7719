import { useState } from 'react'
import { Button } from './button.tsx'
import { Copy } from './copy.tsx'
import { Check } from './field.tsx'

/** Text as a machine reads it; it scrolls by itself, and can be reached by keyboard to do so. */
export const Code = ({ text, what }: { text: string; what: string }) => (
  <div className="code">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields */}
    <pre tabIndex={0} role="group" aria-label={what}>
      {text}
    </pre>
    <Copy text={text} what={what} />
  </div>
)

/** A secret that is shown this once: it is put away before one goes on. */
export function Secret({ secret, what, onStored }: { secret: string; what: string; onStored: () => void }) {
  const [stored, setStored] = useState(false)
  return (
    <div className="secret">
      <p>
        <strong>This {what} is shown once.</strong> Store it now: nobody can read it later, not even the operator.
      </p>
      <code>{secret}</code>
      <div className="buttons">
        <Copy text={secret} what={what} />
      </div>
      <Check label="I have stored it" checked={stored} onChange={setStored} />
      <div className="buttons">
        <Button kind="primary" onClick={onStored} why={stored ? undefined : 'Confirm first that you have stored it.'}>
          Done
        </Button>
      </div>
    </div>
  )
}
