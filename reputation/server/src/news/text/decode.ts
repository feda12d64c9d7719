/**
 * The text of a feed or a page from its bytes. Claims are believed in this order, each only if the bytes can be what it says: the
 * byte order mark, the charset of the HTTP header, the XML declaration, UTF-8, and at last what the bytes look like.
 *
 * Labels mean what they mean to browsers: ISO-8859-1 and ASCII are windows-1252, GB2312 is GBK.
 */
import { guessEncoding } from './guess-encoding.ts'

export type EncodedText = {
  bytes: Uint8Array
  /** The HTTP header, for its charset. */
  contentType?: string | undefined
}

export type DecodedText = { text: string; encoding: string }

export function decodeText(bytes: Uint8Array, contentType?: string): DecodedText {
  const { encoding, text } = decodedAs(bytes, contentType)
  return { encoding, text: text.replace(forbidden, '') }
}

/** What XML 1.0 allows in no document: control characters, halves of pairs, and the byte order mark within. */
const forbidden = /[^\t\n\r\P{Cc}]|[\ufeff\ufffe\uffff]|\p{Cs}/gu

function decodedAs(bytes: Uint8Array, contentType: string | undefined): DecodedText {
  const marked = fromMark(bytes)
  if (marked) return marked
  const wide = wideEncoding(bytes)
  if (wide) return { text: decodeLoosely(bytes, wide), encoding: wide }
  const declared = xmlDeclaration(bytes)
  for (const claim of [httpCharset(contentType), declared]) {
    const encoding = claim && knownEncoding(claim)
    if (!encoding || encoding.startsWith('utf-16')) continue // no zero beside an ASCII letter: a lie
    if (isSingleByte(encoding) && speaksUtf8(bytes, declared)) continue
    const text = decodeStrictly(bytes, encoding)
    if (text !== undefined) return { text, encoding }
  }
  const utf8 = decodeStrictly(bytes, 'utf-8')
  if (utf8 !== undefined) return { text: utf8, encoding: 'utf-8' }
  const guess = guessEncoding(bytes)
  // Damaged UTF-8 is still UTF-8 if most of it is: one broken letter must not spoil the others.
  const encoding = mostlyUtf8(bytes) ? 'utf-8' : guess
  return { text: decodeLoosely(bytes, encoding), encoding }
}

function fromMark(bytes: Uint8Array): DecodedText | undefined {
  const startsWith = (...mark: number[]): boolean => mark.every((byte, index) => bytes[index] === byte)
  if (startsWith(0xef, 0xbb, 0xbf)) return { text: decodeLoosely(bytes, 'utf-8'), encoding: 'utf-8' }
  if (startsWith(0xff, 0xfe, 0, 0)) return { text: decodeLoosely(bytes, 'utf-32le'), encoding: 'utf-32le' }
  if (startsWith(0, 0, 0xfe, 0xff)) return { text: decodeLoosely(bytes, 'utf-32be'), encoding: 'utf-32be' }
  if (startsWith(0xff, 0xfe)) return { text: decodeLoosely(bytes, 'utf-16le'), encoding: 'utf-16le' }
  if (startsWith(0xfe, 0xff)) return { text: decodeLoosely(bytes, 'utf-16be'), encoding: 'utf-16be' }
  return undefined
}

/** Two or four bytes a letter, by where the zeros stand beside the first two, which are ASCII in every feed. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const zeros = Array.from(bytes.subarray(0, 8), (byte) => (byte === 0 ? '0' : 'x')).join('')
  if (zeros === '000x000x') return 'utf-32be'
  if (zeros === 'x000x000') return 'utf-32le'
  if (zeros.startsWith('0x0x')) return 'utf-16be'
  return zeros.startsWith('x0x0') ? 'utf-16le' : undefined
}

const httpCharset = (contentType = ''): string | undefined =>
  /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType)?.[1]

function xmlDeclaration(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_024)).toString('latin1')
  return /<\?xml[^>]*?\sencoding\s*=\s*["']\s*([a-z0-9._:-]+)/i.exec(head)?.[1]
}

/** The decoder's own name of an encoding; undefined for a label that nobody knows. */
function knownEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(aliases[label.toLowerCase()] ?? label).encoding
  } catch {
    return undefined
  }
}

/** Labels that feeds use and the Encoding Standard leaves out. */
const aliases: Readonly<Record<string, string>> = {
  utf_8: 'utf-8',
  'utf-8859-1': 'windows-1252',
  'iso-8559-1': 'windows-1252',
  latin: 'windows-1252',
  'iso-latin-1': 'windows-1252',
  cp1252: 'windows-1252',
  ansi: 'windows-1252',
  'win-1251': 'windows-1251',
  'cp-1251': 'windows-1251',
  tis620: 'windows-874',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
}

const isSingleByte = (encoding: string): boolean => /^(?:windows|iso-8859|koi8|macintosh|ibm|x-mac)/.test(encoding)

/**
 * Servers say ISO-8859-1 of everything. Bytes above ASCII that form valid UTF-8 are not there by chance, unless the
 * document itself insists on another encoding.
 */
function speaksUtf8(bytes: Uint8Array, declared: string | undefined): boolean {
  const own = declared && knownEncoding(declared)
  if (own && own !== 'utf-8') return false
  return bytes.some((byte) => byte >= 0x80) && decodeStrictly(bytes, 'utf-8') !== undefined
}

function mostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes)
  let [broken, whole] = [0, 0]
  for (const letter of text) {
    if (letter === '\ufffd') broken++
    else if (letter > '\u007f') whole++
  }
  return whole > broken * 4
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function decodeLoosely(bytes: Uint8Array, encoding: string): string {
  return encoding.startsWith('utf-32')
    ? decodeUtf32(bytes, encoding === 'utf-32le')
    : new TextDecoder(encoding).decode(bytes)
}

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: string[] = []
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const point = view.getUint32(at, littleEndian)
    pieces.push(point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point))
  }
  return pieces.join('')
}
