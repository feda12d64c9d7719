/** Whether what Poppler reads in a document has the words of a title in their order. */
import { textOf, type Word, wordsOf } from './pdf.ts'

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Poppler sets a space where another font begins, as within Chinese, so spaces do not count there. */
function isReadInOrder(text: string, title: string): boolean {
  const plain = (words: string) => (/\p{Script=Han}/u.test(title) ? words.replaceAll(' ', '') : words)
  return plain(text).includes(plain(title))
}

/**
 * The words of a page line by line, each from the right. Poppler gives the letters of a word as they stand, from the left.
 * Fonts of one line differ in height, so its words share their middle, within 3 points.
 */
function textFromTheRight(words: readonly Word[]): string {
  const middle = (word: Word) => (word.top + word.bottom) / 2
  const lines: Word[][] = []
  for (const word of words.toSorted((a, b) => middle(a) - middle(b))) {
    const line = lines.at(-1)
    if (line?.[0] !== undefined && middle(word) - middle(line[0]) < 3) line.push(word)
    else lines.push([word])
  }
  return lines
    .flatMap((line) => line.toSorted((a, b) => b.left - a.left))
    .map(({ text }) => (rightToLeft.test(text) ? [...text].toReversed().join('') : text))
    .join(' ')
}

/** Whether the words of `title` stand on `page` (from 1) in their order. */
export const hasInOrder = (pdf: Uint8Array, page: number, title: string): boolean =>
  // As text, Poppler moves numbers where a line goes from right to left: there the places of the words count.
  rightToLeft.test(title)
    ? textFromTheRight(wordsOf(pdf, page)).includes(title)
    : isReadInOrder(textOf(pdf, page), title)
