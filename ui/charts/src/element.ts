/**
 * Charts are pure functions from numbers to a tree of SVG elements. A screen renders the tree, a document writes it as
 * SVG: both show the same chart. Every chart has a `title`, which says it in words to those who do not see it.
 */
export type Attributes = Readonly<Record<string, string | number | undefined>>

export type ChartElement = {
  name: string
  attributes: Attributes
  children: readonly (ChartElement | string)[]
}

export const element = (
  name: string,
  attributes: Attributes = {},
  ...children: readonly (ChartElement | string)[]
): ChartElement => ({ name, attributes, children })

/** Text that is centred, or begins or ends where it is put. */
export type Anchor = 'start' | 'middle' | 'end'

export const text = (x: number, y: number, content: string, attributes: Attributes = {}): ChartElement =>
  element('text', { x: short(x), y: short(y), ...attributes }, content)

/** A drawing of this size, in units of which text is 11 high. */
export const drawing = (
  { width, height, title }: { width: number; height: number; title: string },
  children: readonly ChartElement[],
): ChartElement =>
  element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${short(width)} ${short(height)}`,
      role: 'img',
      'font-size': 11,
    },
    element('title', {}, title),
    ...children,
  )

/** What the chart says in words. */
export function titleOf(chart: ChartElement): string {
  const [first] = chart.children
  if (first === undefined || typeof first === 'string' || first.name !== 'title') return ''
  return first.children.filter((child) => typeof child === 'string').join('')
}

/** Coordinates to a hundredth: the same on every machine, and no longer than they need to be. */
export const short = (value: number): number => Math.round(value * 100) / 100 || 0
