import { expect, test } from 'vitest'
import { bandsChart } from './bands-chart.ts'
import { barsChart } from './bars-chart.ts'
import { type ChartElement, titleOf } from './element.ts'
import { hoursChart } from './hours-chart.ts'
import { lineChart } from './line-chart.ts'
import { dotInRow, gotOfCouldInRow, paceInRow } from './row-charts.ts'
import { niceTicks, spread } from './scale.ts'
import { stackedDaysChart } from './stacked-days-chart.ts'
import { waterfallChart } from './waterfall-chart.ts'
import { writeSvg } from './write-svg.ts'

const format = (value: number) => value.toFixed(1)
const all = (chart: ChartElement, name: string): ChartElement[] =>
  chart.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(child.name === name ? [child] : []), ...all(child, name)],
  )
const texts = (chart: ChartElement): string[] => all(chart, 'text').map(({ children }) => children.join(''))

test('text is never markup', () => {
  const chart = dotInRow(3, { title: '<b>&"\u0001Zürich', width: 50, max: 10, isOwn: true })
  expect(writeSvg(chart)).toContain('<title>&lt;b&gt;&amp;&quot;Zürich</title>')
  expect(titleOf(chart)).toContain('Zürich')
})

test('a line breaks where there is no value, and a carried value has an open dot', () => {
  const points = [3, 4, null, 5].map((value, index) => ({ label: `${index}`, value, carried: index === 3 }))
  const chart = lineChart(points, { title: 'x', width: 200, height: 100, minSpan: 10, format })
  const path = all(chart, 'path').at(-1)?.attributes.d as string
  expect(path.match(/M/g)).toHaveLength(2)
  expect(all(chart, 'circle').map(({ attributes }) => attributes.fill)).toEqual(['#0b57d0', '#0b57d0', '#ffffff'])
  expect(texts(chart)).toContain('5.0')
})

test('the line to a provisional value is dashed, and no other', () => {
  const points = [3, 4, 5].map((value, index) => ({ label: `${index}`, value, provisional: index === 2 }))
  const chart = lineChart(points, { title: 'x', width: 200, height: 100, minSpan: 10, format })
  const dashes = all(chart, 'path').map(({ attributes }) => attributes['stroke-dasharray'])
  expect(dashes.filter((dash) => dash !== undefined)).toHaveLength(1)
})

test('a line of no values, or of one, is a chart too', () => {
  for (const points of [[], [{ label: '1', value: null }], [{ label: '1', value: 50 }]]) {
    const chart = lineChart(points, { title: 'x', width: 200, height: 100, minSpan: 10, bounds: [0, 100], format })
    expect(writeSvg(chart)).not.toMatch(/NaN|Infinity/)
  }
})

test('a waterfall shows where it begins, each step, and where it ends', () => {
  const chart = waterfallChart(
    [
      { label: 'sentiment', change: -10.2 },
      { label: 'voice', change: 2.1 },
    ],
    {
      title: 'x',
      width: 300,
      before: { label: 'September', value: 51 },
      after: { label: 'October', value: 42.9 },
      format,
      formatChange: format,
    },
  )
  expect(texts(chart)).toEqual(['September', '51.0', 'sentiment', '-10.2', 'voice', '2.1', 'October', '42.9'])
  const [first, second] = all(chart, 'rect').map(({ attributes }) => attributes)
  // A loss ends where the bar before it ends.
  expect(Number(second?.x) + Number(second?.width)).toBeCloseTo(Number(first?.x) + Number(first?.width), 1)
})

test('days are stacked around zero, and a day without news is a gap', () => {
  const day = { label: '1', positive: 2, neutral: 1, negative: 3, mean: -0.2 }
  const none = { label: '2', positive: 0, neutral: 0, negative: 0, mean: null }
  const chart = stackedDaysChart([day, none, day], { title: 'x', width: 300, height: 200 })
  expect(all(chart, 'rect')).toHaveLength(6)
  expect(all(chart, 'circle')).toHaveLength(2)
  expect(writeSvg(stackedDaysChart([none], { title: 'x', width: 300, height: 200 }))).not.toMatch(/NaN|Infinity/)
})

test('what was got is part of what could be', () => {
  const [could, got] = all(gotOfCouldInRow({ got: 5, could: 20 }, { title: 'x', width: 100, max: 40 }), 'rect').map(
    ({ attributes }) => attributes.width,
  )
  expect([could, got]).toEqual([50, 12.5])
})

test('ticks are round and hold all values', () => {
  expect(niceTicks(37.2, 51, 4)).toEqual([35, 40, 45, 50, 55])
  expect(niceTicks(0, 1, 4)).toEqual([0, 0.5, 1])
  expect(niceTicks(0, 1, 4, 1)).toEqual([0, 1])
  expect(niceTicks(0, 9, 4, 1)).toEqual([0, 5, 10])
  expect(niceTicks(-3, 106, 5)).toEqual([-50, 0, 50, 100, 150])
})

test('of a long list, a few are labelled, the first and the last among them', () => {
  expect(spread(31, 6)).toEqual([0, 6, 12, 18, 24, 30])
  expect(spread(3, 6)).toEqual([0, 1, 2])
  expect(spread(30, 6).at(-1)).toBe(29)
})

test('of points by two measures the bands are shaded from the least on, and the chosen one stands out', () => {
  const points = [
    { name: 'se-north-1', x: 2.15, y: 9, kind: 'chosen' },
    { name: 'pl-central-1', x: 1.94, y: 411, kind: 'compared' },
    { name: 'fi-south-1', x: 2.16, y: 10, kind: 'other' },
  ] as const
  const size = { title: 'x', width: 400, height: 200, formatX: String, formatY: String, nameX: '$', nameY: 'g' }
  const chart = bandsChart(points, { ...size, bands: { x: 2, y: 9.5 } })
  const [outer, inner] = all(chart, 'rect').map(({ attributes }) => Number(attributes.width))
  expect(inner).toBeLessThan(outer ?? 0)
  expect(all(chart, 'circle').map(({ attributes }) => attributes.r)).toEqual([6, 4, 4])
  const named = (given: typeof chart) => all(given, 'text').filter(({ children: [one] }) => String(one).endsWith('-1'))
  expect(named(chart)).toHaveLength(2) // there is no room for the third beside the chosen one
  expect(writeSvg(bandsChart([{ ...points[0], y: 0 }], { ...size, bands: {} }))).not.toMatch(/NaN|Infinity/)
})

test('the columns of a pace share one scale, and one article among many is seen', () => {
  const chart = paceInRow([1, 0, 200], { title: 'x', width: 30, max: 200 })
  expect(all(chart, 'rect').map(({ attributes: { height } }) => height)).toEqual([1, 0, 11])
  expect(writeSvg(paceInRow([], { title: 'x', width: 30, max: 0 }))).not.toMatch(/NaN|Infinity/)
})

test('hours that are forecast are dashed, and the best window is shaded', () => {
  const points = [30, 20, 10, 40].map((value, i) => ({ label: String(i), value, isMeasured: i === 0 }))
  const chart = hoursChart(points, { title: 'x', width: 400, height: 160, window: [1, 3], format: String })
  const steps = all(chart, 'path').filter(({ attributes }) => attributes['stroke-width'] === 1.8)
  expect(steps.map(({ attributes }) => attributes['stroke-dasharray'])).toEqual([undefined, '4 2', '4 2', '4 2'])
  expect(all(chart, 'rect')).toHaveLength(1)
  expect(writeSvg(hoursChart([], { title: 'x', width: 400, height: 160, format: String }))).not.toMatch(/NaN|Infinity/)
})

test('bars stand on zero', () => {
  const size = { title: 'x', width: 400, height: 160, format: String }
  const bars = all(
    barsChart(
      [
        { label: '1', value: 4 },
        { label: '2', value: 2 },
        { label: '3', value: 0 },
      ],
      size,
    ),
    'rect',
  )
  const [first = 0, second = 0, third] = bars.map(({ attributes }) => Number(attributes.height))
  expect([first / second, third]).toEqual([2, 0])
  expect(writeSvg(barsChart([], size))).not.toMatch(/NaN|Infinity/)
})
