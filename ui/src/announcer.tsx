/**
 * Short messages of what has just happened: read out politely, shown for some seconds, with a way back where there is one.
 */
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'

type Message = { id: number; text: string; shown: boolean; undo?: (() => void) | undefined }

const shownMs = 8_000
let messages: readonly Message[] = []
let count = 0
const listeners = new Set<() => void>()

function set(next: readonly Message[]): void {
  messages = next
  for (const listener of listeners) listener()
}

function add(message: Omit<Message, 'id'>): void {
  count += 1
  const id = count
  set([...messages.slice(-2), { ...message, id }])
  setTimeout(() => set(messages.filter((one) => one.id !== id)), shownMs)
}

/** Says it to those who listen. */
export const announce = (text: string): void => add({ text, shown: false })

/** Says and shows it; `undo` takes back what was done. */
export const notify = (text: string, undo?: () => void): void => add({ text, shown: true, undo })

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stands once in the page. */
export function Announcer() {
  const current = useSyncExternalStore(subscribe, () => messages)
  return (
    <div className="toasts" role="status">
      {current.map(({ id, text, shown, undo }) => (
        <div key={id} className={shown ? 'toast' : 'hidden-visually'}>
          {text}
          {undo && (
            <Button
              size="small"
              onClick={() => {
                set(messages.filter((one) => one.id !== id))
                undo()
              }}
            >
              Undo
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}
