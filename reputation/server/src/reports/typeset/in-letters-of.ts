import anyAscii from 'any-ascii'
import type { Coverage } from './font-coverage.ts'
import { isVisible } from './fonts.ts'

/** Every text inside with what no font has in Latin letters; characters without any are left out. */
export function inLettersOf<T>(value: T, covers: Coverage): T {
  return mapTexts(value, (text) => inLetters(text, covers)) as T
}

function inLetters(text: string, covers: Coverage): string {
  const isSet = (character: string): boolean => {
    const point = character.codePointAt(0) ?? 0
    return !isVisible(point) || covers(point)
  }
  const characters = [...text]
  if (characters.every(isSet)) return text
  const parts: string[] = []
  let run = ''
  const endRun = () => {
    if (run !== '') parts.push(` ${anyAscii(run).trim()} `)
    run = ''
  }
  for (const character of characters) {
    if (!isSet(character)) run += character
    else {
      endRun()
      parts.push(character)
    }
  }
  endRun()
  return parts.join('').replace(/ {2,}/g, ' ').trim()
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]))
}
