import type { ChartElement } from './element.ts'

/** The tree as an SVG document. Text stays text, whatever it contains. */
export function writeSvg({ name, attributes, children }: ChartElement): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => ` ${attribute}="${escaped(String(value))}"`)
    .join('')
  if (children.length === 0) return `<${name}${written}/>`
  const inside = children.map((child) => (typeof child === 'string' ? escaped(child) : writeSvg(child))).join('')
  return `<${name}${written}>${inside}</${name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Also without the control characters that XML does not allow. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
