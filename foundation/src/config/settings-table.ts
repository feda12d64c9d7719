import type { Variable } from './env-reader.ts'

/** The documentation of settings as a Markdown table, made from the very descriptions that read them. */
export function settingsTable(variables: readonly Variable<unknown>[]): string {
  const rows = variables.map(({ name, kind, fallback, required, about }) => [
    `\`${name}\``,
    kind,
    required ? '**required**' : fallback === undefined || fallback === '' ? '–' : `\`${fallback}\``,
    about,
  ])
  return [['Variable', 'Form', 'Default', 'Meaning'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
}
