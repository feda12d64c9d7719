/**
 * Keys that act, and what the help says of them. A single character acts only inside the part of a screen that brings it,
 * never while somebody types, and can be switched off (WCAG 2.1.4); `?`, which opens the help, can be too.
 */
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { keepPreference, readPreference } from './preference.ts'

export type Key = {
  /** As `KeyboardEvent.key` names it, `j` or `Enter`, or `Ctrl+K`, which is Command on a Mac. */
  key: string
  /** What it does: "next story". */
  words: string
  run: () => void
}

/** The keys of one part of what is shown, as the help lists them. */
export type KeyPart = { title: string; keys: readonly Pick<Key, 'key' | 'words'>[] }

let parts: readonly KeyPart[] = []
let lettersOn: boolean | undefined
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All that act now, those of the window last. */
export const useKeyParts = (): readonly KeyPart[] => useSyncExternalStore(subscribe, () => parts)

const areLettersOn = (): boolean => {
  lettersOn ??= readPreference('letters') !== 'off'
  return lettersOn
}

/** Whether single characters act. */
export const useLetters = (): boolean => useSyncExternalStore(subscribe, areLettersOn)

export function switchLetters(on: boolean): void {
  lettersOn = on
  keepPreference('letters', on ? undefined : 'off')
  changed()
}

/**
 * Keys of a part of the screen: for `onKeyDown` of the element around it. They act while the focus is inside. `title` is
 * what the help calls it; without keys there is none.
 */
export function useKeys(title: string, keys: readonly Key[]): (event: ReactKeyboardEvent) => void {
  useListed(title, keys)
  return ({ nativeEvent }) => {
    if (!nativeEvent.defaultPrevented) act(nativeEvent, keys)
  }
}

/** Keys that act wherever the focus is, but in an open dialog. */
export function useWindowKeys(title: string, keys: readonly Key[]): void {
  const latest = useRef(keys)
  latest.current = keys
  useListed(title, keys)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !document.querySelector('dialog:modal')) act(event, latest.current)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

function useListed(title: string, keys: readonly Key[]): void {
  const text = JSON.stringify(keys.map(({ key, words }) => ({ key, words })))
  useEffect(() => {
    const part: KeyPart = { title, keys: JSON.parse(text) }
    if (part.keys.length === 0) return
    parts = [...parts, part]
    changed()
    return () => {
      parts = parts.filter((one) => one !== part)
      changed()
    }
  }, [title, text])
}

function act(event: KeyboardEvent, keys: readonly Key[]): void {
  const found = keys.find(({ key }) => isPressed(event, key))
  if (!found || event.isComposing) return
  if (!found.key.startsWith('Ctrl+')) {
    if (isTyped(event.target)) return
    if (found.key.length === 1 && !areLettersOn()) return
    if (found.key === 'Enter' && isPressable(event.target)) return
  }
  event.preventDefault()
  found.run()
}

function isPressed({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, wanted: string): boolean {
  if (altKey) return false
  if (wanted.startsWith('Ctrl+')) return (ctrlKey || metaKey) && key.toLowerCase() === wanted.slice(5).toLowerCase()
  return !ctrlKey && !metaKey && key === wanted
}

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]',
  ) !== null

/** Enter is its own already. */
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, summary') !== null
