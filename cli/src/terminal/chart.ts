/** Numbers over time as columns of blocks, as wide as there is room. */
import { styled, Words, words } from './words.ts'

export type ChartPoint = { value: number; label: string; isMarked?: boolean }

const height = 6
const eighths = [...' ▁▂▃▄▅▆▇█']

type Options = { columns: number; isUnicode: boolean; unit: string }

/** From zero to the highest value; marked points have another colour. The line below has labels. */
export function chartLines(points: readonly ChartPoint[], { columns, isUnicode, unit }: Options): Words[] {
  const top = Math.max(...points.map(({ value }) => value), 0)
  const axis = `${Math.round(top)}`.length
  const room = Math.max(1, columns - axis - 2)
  const perPoint = Math.max(1, Math.min(3, Math.floor(room / Math.max(1, points.length))))
  const shownPoints = points.slice(0, Math.floor(room / perPoint))
  const scale = top === 0 ? 0 : (height * 8) / top
  const rows = [...Array(height).keys()].map((row) => {
    const below = (height - 1 - row) * 8
    const blocks = shownPoints.map(({ value, isMarked }) => {
      const block = blockOf(Math.round(value * scale) - below, isUnicode)
      return styled(isMarked ? 'green' : undefined, block.repeat(perPoint))
    })
    const mark = row === 0 ? `${Math.round(top)}` : row === height - 1 ? '0' : ''
    return new Words([{ text: `${mark.padStart(axis)}  `, style: 'dim' }, ...blocks.flatMap(({ parts }) => parts)])
  })
  const labels = labelLine(shownPoints, perPoint)
  return [words`${styled('dim', unit)}`, ...rows, words`${' '.repeat(axis + 2)}${styled('dim', labels)}`]
}

function blockOf(filled: number, isUnicode: boolean): string {
  const part = Math.max(0, Math.min(8, filled))
  return isUnicode ? (eighths[part] as string) : part >= 4 ? '#' : part > 0 ? '.' : ' '
}

/** As many labels as fit beside one another. */
function labelLine(points: readonly ChartPoint[], perPoint: number): string {
  let line = ''
  for (const [at, { label }] of points.entries()) {
    const start = at * perPoint
    if (start === 0 || start >= line.length + 2) {
      if (start + label.length <= points.length * perPoint) line = line.padEnd(start) + label
    }
  }
  return line
}
