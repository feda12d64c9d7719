/**
 * Why an index is not checked. `noUncheckedIndexedAccess` makes every read of a list one of perhaps nothing; a `!` after the
 * read takes that back. Hot loops over typed arrays need it, and it costs nothing at run time, but what proves the bound is
 * not to be seen from the place. So a file that has such marks says it once, in a line of a comment:
 *
 *     Index bounds: units are numbered below the count of texts.
 *
 * A file without marks has no such line. Tests and benchmarks fail by themselves where they are wrong.
 */
import { isTest, type SourceFile } from './source-paths.ts'
import { codeOnly, commentsOf } from './source-text.ts'

const mark = /\]!(?!=)/g
const reason = /^\s*(?:\/\/|\/?\*+)\s*Index bounds: \S/m

export function unprovenIndexes(files: readonly SourceFile[]): string[] {
  return files.filter(isProduct).flatMap(({ path, text }) => {
    const marks = codeOnly(text).match(mark)?.length ?? 0
    const isExplained = reason.test(commentsOf(text))
    if (marks > 0 && !isExplained)
      return `${path} has ${marks} "]!": check what is read, or say in the header "Index bounds: …" why it is there`
    if (marks === 0 && isExplained) return `${path} has no "]!" left: remove the line "Index bounds: …"`
    return []
  })
}

const isProduct = ({ path }: SourceFile): boolean => !isTest(path) && !path.startsWith('benchmarks/')
