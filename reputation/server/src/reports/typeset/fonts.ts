/**
 * The fonts of a document: those that ship, as far as its text needs them, and further ones of the machine for characters
 * that none of ours has.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Coverage, coverageOf } from './font-coverage.ts'

const shippedFolder = fileURLToPath(new URL('../../../fonts/', import.meta.url))

/** By the script that needs them; the first are needed by every document. */
const shipped: readonly { files: readonly string[]; script: RegExp }[] = [
  { files: ['NotoSans_400Regular.ttf', 'NotoSans_600SemiBold.ttf'], script: /^/ },
  { files: ['Amiri_400Regular.ttf', 'Amiri_700Bold.ttf'], script: /\p{Script=Arabic}/u },
  { files: ['NotoSansHebrew_400Regular.ttf', 'NotoSansHebrew_600SemiBold.ttf'], script: /\p{Script=Hebrew}/u },
  {
    files: ['NotoSansDevanagari_400Regular.ttf', 'NotoSansDevanagari_600SemiBold.ttf'],
    script: /\p{Script=Devanagari}/u,
  },
  { files: ['NotoSansThai_400Regular.ttf', 'NotoSansThai_600SemiBold.ttf'], script: /\p{Script=Thai}/u },
]

type Font = { path: string; bytes: Uint8Array; covers: Coverage }

/** A document needs few of them; a font of all Chinese characters has some 20 MB. */
const limits = { further: 2, files: 2_000, bytes: 40_000_000 }

export type ChosenFonts = { fonts: readonly Uint8Array[]; covers: Coverage }

/** For a text: enough to set it, as far as there is a font for it. */
export function chooseFonts(text: string, furtherFolder: string | undefined): ChosenFonts {
  const fonts = shipped
    .filter(({ script }) => script.test(text))
    .flatMap(({ files }) => files.map((file) => readFont(join(shippedFolder, file))))
  let missing = missingIn(text, fonts)
  if (missing.length > 0 && furtherFolder !== undefined) {
    const candidates = furtherFonts(furtherFolder)
    for (let count = 0; count < limits.further && missing.length > 0; count++) {
      const best = bestFor(missing, candidates)
      if (!best) break
      fonts.push(best)
      missing = missingIn(text, fonts)
    }
  }
  return {
    fonts: fonts.map(({ bytes }) => bytes),
    covers: (codePoint) => fonts.some(({ covers }) => covers(codePoint)),
  }
}

const known = new Map<string, Font>()

function readFont(path: string): Font {
  const found = known.get(path)
  if (found) return found
  const bytes = readFileSync(path)
  const font = { path, bytes, covers: coverageOf(bytes) }
  known.set(path, font)
  return font
}

function missingIn(text: string, fonts: readonly Font[]): number[] {
  const points = new Set([...text].map((character) => character.codePointAt(0) ?? 0))
  return [...points].filter((point) => isVisible(point) && !fonts.some(({ covers }) => covers(point)))
}

/** What has no picture needs no font. */
export const isVisible = (codePoint: number): boolean =>
  !/[\p{C}\p{Z}\p{Variation_Selector}]/u.test(String.fromCodePoint(codePoint))

/** The one that has most of them; of equals the first by path. A file that cannot be read is no font. */
function bestFor(missing: readonly number[], paths: readonly string[]): Font | undefined {
  let best: { font: Font; count: number } | undefined
  for (const path of paths) {
    const font = readIfFont(path)
    const count = font ? missing.filter(font.covers).length : 0
    if (font && count > (best?.count ?? 0)) best = { font, count }
    if (count === missing.length) break
  }
  return best?.font
}

function readIfFont(path: string): Font | undefined {
  try {
    const bytes = readFileSync(path)
    return { path, bytes, covers: coverageOf(bytes) }
  } catch {
    return undefined
  }
}

function furtherFonts(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ttf|otf|ttc)$/i.test(name))
      .sort()
      .slice(0, limits.files)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).size <= limits.bytes)
  } catch {
    return [] // without the folder there are no further fonts
  }
}
