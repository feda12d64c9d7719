import { expect, test } from 'vitest'
import { decodeText } from './decode.ts'

/** Windows-1252, and ASCII for what is below 128. */
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
const utf32 = (text: string): Buffer => {
  const points = [...text].map((letter) => letter.codePointAt(0)!)
  const bytes = Buffer.alloc(points.length * 4)
  for (const [index, point] of points.entries()) bytes.writeUInt32LE(point, index * 4)
  return bytes
}
const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`
const read = (bytes: Uint8Array, contentType?: string) => decodeText(bytes, contentType).text.replace(/<\?.*?\?>/, '')

test.each([
  [
    'a byte order mark, whatever others say',
    Buffer.from(`\ufeff${xml('iso-8859-1')}<a>é</a>`),
    'text/xml; charset=iso-8859-1',
  ],
  ['a mark of UTF-16', utf16('\ufeff<a>é</a>'), 'text/xml; charset=utf-8'],
  ['the zeros of UTF-16', utf16('<a>é</a>'), undefined],
  ['the zeros of UTF-16, the other way round', utf16('<a>é</a>').swap16(), undefined],
  ['a mark of UTF-32', utf32('\ufeff<a>é</a>'), undefined],
  ['the zeros of UTF-32', utf32('<a>é</a>'), undefined],
  ['the HTTP charset', latin('<a>é</a>'), 'text/xml; charset="ISO-8859-1"'],
  ['the XML declaration', latin(`${xml('ISO-8859-1')}<a>é</a>`), 'text/xml'],
  [
    'the XML declaration where the HTTP charset cannot be',
    latin(`${xml('ISO-8859-1')}<a>é</a>`),
    'text/xml; charset=utf-8',
  ],
  ['UTF-8 where nobody says anything', Buffer.from('<a>é</a>'), undefined],
  [
    'UTF-8 where it is, and the server says ISO-8859-1 of everything',
    Buffer.from(`${xml('utf-8')}<a>é</a>`),
    'text/xml; charset=iso-8859-1',
  ],
  ['UTF-8 where the label is unknown', Buffer.from(`${xml('utf-9')}<a>é</a>`), 'text/xml; charset=bogus'],
  ['its looks, where nothing else fits', latin('<a>é</a>'), undefined],
  ['a UTF-16 label on bytes that are none', Buffer.from(`${xml('utf-16')}<a>é</a>`), undefined],
])('the encoding is found by %s', (_, bytes, contentType) => {
  expect(read(bytes, contentType)).toBe('<a>é</a>')
})

test('ISO-8859-1 is windows-1252, as for browsers', () => {
  const bytes = Buffer.concat([latin(xml('iso-8859-1')), Buffer.of(0x93, 0x80, 0x94)])
  expect(read(bytes)).toBe('“€”')
})

test('characters that no XML may hold are taken out', () => {
  expect(read(Buffer.from('a\u0000b\u0007c\u001bd\ufeffe\tf\ng'))).toBe('abcde\tf\ng')
})

test('one broken character does not spoil the others', () => {
  const bytes = Buffer.concat([Buffer.from('Zürich, Genève, Malmö, Łódź'), Buffer.of(0xe9), Buffer.from('.')])
  expect(read(bytes)).toBe('Zürich, Genève, Malmö, Łódź�.')
})

test.each([
  ['big5', 'a4a4b0eaaababdaab6a7a4bda5a7aaba', undefined],
  ['koi8-u', 'd0d2c1d7c9d4c5ccd8d3d4d7cf20cfc2dfd1d7c9ccc120cfc220c9cecbccc0dec5cec9c8', undefined],
])('text in %s is recognised by its letters', (encoding, hex) => {
  expect(decodeText(Buffer.from(hex, 'hex')).encoding).toBe(encoding)
})

test.each([
  ['windows-1251', 'Правительство объявило о новых мерах поддержки экономики'],
  ['windows-1255', 'הממשלה הודיעה על צעדים חדשים לתמיכה בכלכלה'],
  ['windows-1253', 'Η κυβέρνηση ανακοίνωσε νέα μέτρα για την οικονομία'],
])('text in %s is also recognised by its letters', (encoding, text) => {
  const decoder = new TextDecoder(encoding)
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  const bytes = Uint8Array.from([...text], (letter) => byteOf.get(letter)!)
  expect(decodeText(bytes)).toEqual({ text, encoding })
})
