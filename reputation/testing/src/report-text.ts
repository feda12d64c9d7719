/**
 * Whether what Poppler read in a document has the words of a title in their order. It moves numbers, and the spaces beside
 * them, where a line goes from right to left, so there the words between them count; and it sets a space where another font
 * begins, as within Chinese.
 */
export function hasInOrder(text: string, title: string): boolean {
  const parts = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(title) ? title.split(/\s*\d+\s*/) : [title]
  const plain = (words: string) => (/\p{Script=Han}/u.test(title) ? words.replaceAll(' ', '') : words)
  const read = plain(text)
  let from = 0
  return parts.every((part) => {
    const at = read.indexOf(plain(part), from)
    from = at + plain(part).length
    return at >= 0
  })
}
