import { useState } from 'react'
import { announce } from './announcer.tsx'
import { Button } from './button.tsx'

/** Copies the text. `what` it is: "request id". */
export function Copy({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(`Copied: ${what}`)
      setTimeout(() => setCopied(false), 2_000)
    } catch {
      announce('The browser does not allow copying here: select the text instead.')
    }
  }
  return (
    <Button size="small" icon={copied ? 'good' : 'copy'} onClick={copy} aria-label={`Copy the ${what}`}>
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
