/** A chart on the page: the drawing, a value for each point by arrow keys, and always the table. */

import type { ChartColours } from '@service/ui-charts/colours.ts'
import type { ChartElement } from '@service/ui-charts/element.ts'
import { createElement, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Table } from './table.tsx'

type Series = {
  name: string
  values: readonly (number | null)[]
  /** Where it differs from that of the others. */
  format?: (value: number) => string
}

type ChartProps = {
  /** What it shows, as one sentence with the figures. */
  title: string
  labels: readonly string[]
  series: readonly Series[]
  format: (value: number) => string
  draw: (size: { title: string; width: number; height: number; colours: ChartColours }) => ChartElement
  height?: number
  /** What the labels are, at the head of the table. */
  head?: string
}

export function Chart({ title, labels, series, format, draw, height = 200, head = 'Day' }: ChartProps) {
  const [width, setWidth] = useState(0)
  const [at, setAt] = useState<number>()
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const words = (i: number) =>
    `${labels[i]}: ${series.map(({ name, values, format: own = format }) => `${name} ${valueWords(values[i], own)}`).join(', ')}`
  function move(event: KeyboardEvent): void {
    const last = labels.length - 1
    const here = at ?? last + 1
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to)))
  }
  return (
    <figure className="chart">
      <figcaption id={`${id}-title`}>{title}</figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: an img could not be walked by keys */}
      <div
        ref={frame}
        className="chart-frame"
        style={{ height }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk the points
        tabIndex={0}
        role="group"
        aria-roledescription="chart, arrow keys walk its points"
        aria-labelledby={`${id}-title`}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
      >
        {width > 0 && <Drawing chart={draw({ title, width, height, colours: screenColours })} />}
      </div>
      <div className="chart-value" id={`${id}-value`} aria-live="polite">
        {at === undefined ? '' : words(at)}
      </div>
      <details>
        <summary>Table</summary>
        <Table
          caption={title}
          captionHidden
          rows={labels.map((_, i) => labels.length - 1 - i)}
          keyOf={String}
          columns={[
            { head, cell: (i) => labels[i] },
            ...series.map(({ name, values, format: own = format }) => ({
              head: name,
              cell: (i: number) => valueWords(values[i], own),
              align: 'end' as const,
            })),
          ]}
        />
      </details>
    </figure>
  )
}

const valueWords = (value: number | null | undefined, format: (value: number) => string): string =>
  value == null ? 'not measured' : format(value)

/** For charts on the screen, light or dark. */
export const screenColours: ChartColours = {
  paper: 'var(--panel)',
  ink: 'var(--text)',
  muted: 'var(--muted)',
  grid: 'var(--line)',
  up: 'var(--positive)',
  down: 'var(--negative)',
  neutral: 'var(--neutral)',
  base: 'var(--series-4)',
}

/** A drawing alone, beside which its number stands in words. */
export const Drawing = ({ chart }: { chart: ChartElement }): ReactNode =>
  rendered({ ...chart, attributes: { ...chart.attributes, role: undefined, 'aria-hidden': 'true' } }, 0)

/** Without the titles, which a browser would show over the chart: what they say stands beside it. */
function rendered({ name, attributes, children }: ChartElement, key: number): ReactNode {
  const named = Object.fromEntries(
    Object.entries(attributes).map(([attribute, value]) => [reactName(attribute), value]),
  )
  const inner = children.flatMap((child, i) =>
    typeof child === 'string' ? [child] : child.name === 'title' ? [] : [rendered(child, i)],
  )
  return createElement(name, { ...named, key }, ...inner)
}

const reactName = (attribute: string): string =>
  attribute.startsWith('aria-')
    ? attribute
    : attribute.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
