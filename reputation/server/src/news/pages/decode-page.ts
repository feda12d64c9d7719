import { decodeText, type EncodedText } from '../text/decode.ts'

/** The text of a page from its bytes: as of a feed, except that pages name their encoding in an element of their own. */
export function decodePage({ bytes, contentType = '' }: EncodedText): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 2_048)).toString('latin1')
  const [, declared] = /<meta[^>]+charset\s*=\s*["']?\s*([a-z0-9._:-]+)/i.exec(head) ?? []
  const claim = /charset=/i.test(contentType) || !declared ? contentType : `text/html; charset=${declared}`
  return decodeText(bytes, claim).text
}
