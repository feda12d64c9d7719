/** Just enough of a reader of TypeScript to tell imports from text that only looks like one. */

const stringOrComment = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

/** The code without its comments and without what stands in its strings. */
export const codeOnly = (text: string): string =>
  text.replace(stringOrComment, (part) => (part.startsWith('/') ? ' ' : `${part[0]}${part[0]}`))

/** The same lines, without what stands in strings. */
export const withoutStrings = (text: string): string =>
  text.replace(stringOrComment, (part) => (part.startsWith('/') ? part : part.replaceAll(/[^\n]/g, '_')))

/** The comments alone, a line each. */
export const commentsOf = (text: string): string =>
  (text.match(stringOrComment) ?? []).filter((part) => part.startsWith('/')).join('\n')

/** A module that a file imports, re-exports or loads; `typeOnly` when nothing of it is there at run time. */
export type Import = { specifier: string; typeOnly: boolean }

export function importsOf(text: string): Import[] {
  const strings: string[] = []
  // Each string is replaced by its number in quotes, so that no text in a string is taken for code.
  const code = text.replace(stringOrComment, (part) => {
    if (part.startsWith('/')) return ' '
    strings.push(part.slice(1, -1))
    return `"${strings.length - 1}"`
  })
  const statement =
    /\b(import|export)\b(\s+type\b)?(?:(?:(?!\b(?:import|export)\b)[^;"'()])*?\bfrom)?\s*(\(?)\s*"(\d+)"/g
  const found = [...code.matchAll(statement)].map(([, word, type, loaded, number]) => ({
    specifier: strings[Number(number)] ?? '',
    typeOnly: type !== undefined,
    isImport: word === 'import' || loaded === '',
  }))
  return found.filter(({ isImport }) => isImport).map(({ specifier, typeOnly }) => ({ specifier, typeOnly }))
}
