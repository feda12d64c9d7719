/**
 * What is shown to a person. Whatever is put into the template is made harmless first, so that no command can forget it; colours
 * are chosen when it is known where the words go.
 */
import { esc } from './control.ts'
import { safeText } from './safe-text.ts'
import { fitting, textWidth } from './text-width.ts'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'
type Part = { text: string; style?: Style | undefined }

const codes: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 }

export class Words {
  readonly parts: readonly Part[]

  constructor(parts: readonly Part[]) {
    this.parts = parts
  }

  get width(): number {
    return this.parts.reduce((sum, { text }) => sum + textWidth(text), 0)
  }

  get isEmpty(): boolean {
    return this.parts.every(({ text }) => text === '')
  }

  render(inColour: boolean): string {
    return this.parts
      .map(({ text, style }) => (inColour && style && text ? `${esc}[${codes[style]}m${text}${esc}[0m` : text))
      .join('')
  }

  /** What fits into so many columns; what is cut ends with an ellipsis. */
  cut(columns: number, ellipsis: string): Words {
    if (this.width <= columns) return this
    const parts: Part[] = []
    let left = Math.max(0, columns - textWidth(ellipsis))
    for (const { text, style } of this.parts) {
      const part = fitting(text, left)
      parts.push({ text: part.text, style })
      left -= textWidth(part.text)
      if (part.isCut) break
    }
    return new Words([...parts, { text: fitting(ellipsis, columns).text }])
  }
}

type Value = string | number | Words

/** A template: `words`${name} is ${status}``. */
export const words = (texts: TemplateStringsArray, ...values: Value[]): Words =>
  new Words(texts.flatMap((text, at) => [{ text }, ...(at < values.length ? partsOf(values[at] as Value) : [])]))

const partsOf = (value: Value): readonly Part[] =>
  value instanceof Words ? value.parts : [{ text: safeText(String(value)) }]

export const styled = (style: Style | undefined, value: Value): Words =>
  new Words(partsOf(value).map((part) => ({ text: part.text, style: part.style ?? style })))

/** Text of our own, which may have several lines; nothing from outside. */
export const ownText = (text: string): Words => new Words([{ text }])

export const joined = (separator: string, values: readonly Value[]): Words =>
  new Words(values.flatMap((value, at) => [...(at > 0 ? [{ text: separator }] : []), ...partsOf(value)]))
