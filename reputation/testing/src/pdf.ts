/** What the PDF tools of Poppler read in a document. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why they cannot be used; empty where they can. */
export const noPdfTools =
  spawnSync('pdftotext', ['-v']).status === 0 ? '' : ' (needs poppler-utils, which are not installed)'

const run = (pdf: Uint8Array, tool: string, before: readonly string[], behind: readonly string[] = []): string => {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
  try {
    const file = join(folder, 'report.pdf')
    writeFileSync(file, pdf)
    return execFileSync(tool, [...before, file, ...behind], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const ofPage = (page: number | undefined) => (page === undefined ? [] : ['-f', `${page}`, '-l', `${page}`])

/** Without the marks of directions and places for breaks. */
const withoutMarks = (text: string) => text.replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu, '')

/** In reading order, spaces made single. */
export const textOf = (pdf: Uint8Array, page?: number): string =>
  withoutMarks(run(pdf, 'pdftotext', ofPage(page), ['-']))
    .replace(/\s+/gu, ' ')
    .trim()

/** `left`, `top` and `bottom` in points from the upper left corner of the page. */
export type Word = Readonly<{ text: string; left: number; top: number; bottom: number }>

export const wordsOf = (pdf: Uint8Array, page: number): Word[] =>
  Array.from(
    run(pdf, 'pdftotext', [...ofPage(page), '-bbox'], ['-']).matchAll(
      /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(.*)<\/word>/gu,
    ),
    ([, left, top, bottom, text = '']) => ({
      text: withoutMarks(text),
      left: Number(left),
      top: Number(top),
      bottom: Number(bottom),
    }),
  )

/** `Pages`, `Tagged`, `Title` and so on. */
export const infoOf = (pdf: Uint8Array): Map<string, string> =>
  new Map(
    run(pdf, 'pdfinfo', [])
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const),
  )

/** The names of its tags, in order. */
export const tagsOf = (pdf: Uint8Array): string[] =>
  run(pdf, 'pdfinfo', ['-struct'])
    .split('\n')
    .flatMap((line) => /^\s*([A-Z][A-Za-z0-9]*)(?=[\s:(]|$)/.exec(line)?.[1] ?? [])
