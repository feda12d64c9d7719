/** Small charts that stand in the rows of a table, all on one scale. The number stands beside them. */
import { type ChartColours, onWhite } from './colours.ts'
import { type ChartElement, drawing, element, short } from './element.ts'
import { linear } from './scale.ts'

type Options = { title: string; width: number; max: number; colours?: ChartColours }

const height = 12

/** One value as a bar. */
export const barInRow = (value: number, { title, width, max, colours = onWhite }: Options): ChartElement =>
  drawing({ width, height, title }, [
    element('rect', { x: 0, y: 1.5, width, height: height - 3, fill: colours.grid }),
    element('rect', { x: 0, y: 1.5, width: along(width, value, max), height: height - 3, fill: colours.up }),
  ])

/** What was got, of what could be: the pale rest is what is missing. */
export const gotOfCouldInRow = (
  { got, could }: { got: number; could: number },
  { title, width, max, colours = onWhite }: Options,
): ChartElement =>
  drawing({ width, height, title }, [
    element('rect', { x: 0, y: 1.5, width: along(width, could, max), height: height - 3, fill: colours.grid }),
    element('rect', { x: 0, y: 1.5, width: along(width, got, max), height: height - 3, fill: colours.base }),
  ])

/** One value as a dot on the scale that all rows share. */
export const dotInRow = (
  value: number,
  { title, width, max, isOwn, colours = onWhite }: Options & { isOwn: boolean },
): ChartElement =>
  drawing({ width, height, title }, [
    element('path', { d: `M0 ${height / 2}H${width}`, stroke: colours.grid, fill: 'none' }),
    element('circle', {
      cx: short(4 + linear([0, max], [0, width - 8])(value)),
      cy: height / 2,
      r: isOwn ? 4 : 3.2,
      fill: isOwn ? colours.up : colours.neutral,
    }),
  ])

/** Parts of a whole, in this order: negative, neutral, positive. */
export function tonesInRow(
  { negative, neutral, positive }: { negative: number; neutral: number; positive: number },
  { title, width, max, colours = onWhite }: Options,
): ChartElement {
  const [first, second, third] = [along(width, negative, max), along(width, neutral, max), along(width, positive, max)]
  const part = (x: number, length: number, fill: string) =>
    element('rect', { x: short(x), y: 1.5, width: length, height: height - 3, fill })
  return drawing({ width, height, title }, [
    part(0, first, colours.down),
    part(first, second, colours.neutral),
    part(first + second, third, colours.up),
  ])
}

const along = (width: number, value: number, max: number): number => short(max > 0 ? (width * value) / max : 0)

/** Counts of equal parts of a time as columns; what is not nothing is seen. */
export function paceInRow(counts: readonly number[], { title, width, max, colours = onWhite }: Options): ChartElement {
  const each = width / Math.max(1, counts.length)
  const columns = counts.map((count, i) => {
    const high = count === 0 ? 0 : Math.max(1, along(height - 1, count, max))
    return element('rect', {
      x: short(i * each),
      y: short(height - high),
      width: short(Math.max(1, each - 1)),
      height: high,
      fill: colours.neutral,
    })
  })
  return drawing({ width, height, title }, columns)
}
