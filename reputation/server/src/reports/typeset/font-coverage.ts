/**
 * Which characters a font has: its `cmap`, read from the file. The typesetter says nothing of a character that no font
 * has, and sets a box in its place, so that it has to be known before.
 */
const platforms = { unicode: 0, windows: 3 }

export type Coverage = (codePoint: number) => boolean

/** Throws where the file is no TrueType or OpenType font, or collection of such. */
export function coverageOf(file: Uint8Array): Coverage {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const isCollection = view.getUint32(0) === tag('ttcf')
  const ranges = subtableRanges(view, cmapAt(view, isCollection ? view.getUint32(12) : 0))
  return (codePoint) => {
    let [low, high] = [0, ranges.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const [first, last] = ranges[middle] ?? [0, -1]
      if (codePoint < first) high = middle - 1
      else if (codePoint > last) low = middle + 1
      else return true
    }
    return false
  }
}

const tag = (name: string): number => [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)

function cmapAt(view: DataView, start: number): number {
  const count = view.getUint16(start + 4)
  for (let index = 0; index < count; index++) {
    const entry = start + 12 + 16 * index
    if (view.getUint32(entry) === tag('cmap')) return view.getUint32(entry + 8)
  }
  throw new RangeError('The font has no table of characters')
}

type Range = readonly [first: number, last: number]

/** Of the table that has most: format 12 where there is one, otherwise format 4. */
function subtableRanges(view: DataView, cmap: number): Range[] {
  const count = view.getUint16(cmap + 2)
  const tables = Array.from({ length: count }, (_, index) => ({
    platform: view.getUint16(cmap + 4 + 8 * index),
    at: cmap + view.getUint32(cmap + 8 + 8 * index),
  })).filter(({ platform }) => platform === platforms.unicode || platform === platforms.windows)
  const full = tables.find(({ at }) => view.getUint16(at) === 12)
  if (full) return groupsOf(view, full.at)
  const basic = tables.find(({ at }) => view.getUint16(at) === 4)
  return basic ? segmentsOf(view, basic.at) : []
}

function groupsOf(view: DataView, at: number): Range[] {
  const count = view.getUint32(at + 12)
  return Array.from({ length: count }, (_, index): Range => {
    const group = at + 16 + 12 * index
    return [view.getUint32(group), view.getUint32(group + 4)]
  })
}

/** The last segment holds no character: it only ends the table. */
function segmentsOf(view: DataView, at: number): Range[] {
  const count = view.getUint16(at + 6) / 2
  return Array.from({ length: count }, (_, index): Range => {
    const last = view.getUint16(at + 14 + 2 * index)
    return [view.getUint16(at + 16 + 2 * count + 2 * index), last]
  }).filter(([first]) => first !== 0xffff)
}
