/** How a run is shown: aligned tables for people, one object for programs. */
import type { Figure, Misjudged, Section } from './bench.ts'

/** `last` are the recorded figures to compare with; `seconds` is how long the section took. */
export function sectionText(section: Section, last: readonly Figure[], seconds: number): string {
  const blocks = [`\n## ${section.title} (${seconds.toFixed(1)} s)`]
  if (section.figures.length > 0) blocks.push(table(figureRows(section.figures, last)))
  for (const { title, rows } of section.tables ?? []) blocks.push(`\n${title}\n${table(rows)}`)
  for (const note of section.notes ?? []) blocks.push(`  ${note}`)
  return blocks.join('\n')
}

export function misjudgedText(misjudged: readonly Misjudged[], group: string | undefined): string {
  const chosen = misjudged.filter((item) => group === undefined || item.group.includes(group))
  const lines = chosen.map(
    ({ group, query, listed, score, expected, explanation }) =>
      `  [${group}] ${expected}, ${score.toFixed(4)}\n    query  ${query}\n    listed ${listed}${explanation ? `\n    ${explanation}` : ''}`,
  )
  return [`  ${chosen.length} misjudged`, ...lines].join('\n')
}

const figureKey = (figure: Figure) => `${figure.name}\t${figure.group ?? ''}`

function figureRows(figures: readonly Figure[], last: readonly Figure[]): string[][] {
  const lastByKey = new Map(last.map((figure) => [figureKey(figure), figure]))
  const shown = (value: number | undefined) => (value === undefined ? '' : String(rounded(value)))
  return [
    ['figure', 'group', 'value', 'unit', '95 %', 'n', 'baseline', 'last'],
    ...figures.map((figure) => [
      figure.name,
      figure.group ?? '',
      shown(figure.value),
      figure.unit ?? '',
      figure.low === undefined ? '' : `${shown(figure.low)}–${shown(figure.high)}`,
      figure.n === undefined ? '' : String(figure.n),
      shown(figure.baseline),
      shown(lastByKey.get(figureKey(figure))?.value),
    ]),
  ]
}

/** Four significant digits below 1,000; more would be noise. */
export function rounded(value: number): number {
  return Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(4))
}

export function roundedFigure(figure: Figure): Figure {
  const result: Figure = { ...figure, value: rounded(figure.value) }
  for (const field of ['low', 'high', 'baseline'] as const) {
    const value = figure[field]
    if (value !== undefined) result[field] = rounded(value)
  }
  return result
}

/** One figure a line, so that a change of the recorded results reads as one. */
export function resultsFile(bench: string, figures: readonly Figure[]): string {
  const lines = figures.map((figure) => `    ${JSON.stringify(roundedFigure(figure))}`)
  return `{\n  "bench": ${JSON.stringify(bench)},\n  "figures": [\n${lines.join(',\n')}\n  ]\n}\n`
}

function table(rows: readonly string[][]): string {
  const columns = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, column) => ({
    width: Math.max(...rows.map((row) => (row[column] ?? '').length)),
    isNumeric: rows.slice(1).every((row) => /^[-\d.–,%e+]*$/.test(row[column] ?? '')),
  }))
  const line = (row: readonly string[]) =>
    columns.map(({ width, isNumeric }, column) => {
      const cell = row[column] ?? ''
      return isNumeric ? cell.padStart(width) : cell.padEnd(width)
    })
  return rows.map((row) => `  ${line(row).join('  ').trimEnd()}`).join('\n')
}
