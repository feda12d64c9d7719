/** Plain text out of the HTML that feeds put into titles and descriptions. Linear in its length, whatever it holds. */

import { tidyText } from '@service/foundation/text/tidy-text.ts'

/** `limit` counts letters of the result. */
export function plainText(html: string, limit: number): string {
  // Ten times the limit is far more than markup takes in writing that is meant to be read.
  const written = html.slice(0, limit * 10 + 10_000)
  const text = written.includes('<') ? withoutMarkup(written) : written
  return tidyText(
    decodeEntities(text)
      .replace(/[\s\u200b]+/g, ' ')
      .trim(),
    limit,
  )
}

const withoutMarkup = (html: string): string =>
  html
    .replace(/<!--.*?(?:-->|$)/gs, ' ')
    .replace(/<(script|style)\b.*?(?:<\/\1\s*>|$)/gis, ' ')
    .replace(/<\/?(?:br|p|div|li|ul|ol|tr|td|h[1-6]|blockquote|hr|table)\b[^<>]*>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? entities[name.toLowerCase()] ?? whole
    return fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)) ?? whole
  })
}

function fromCodePoint(point: number): string | undefined {
  if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return undefined
  if (point < 0x20) return ' '
  // Numbers of windows-1252, which browsers read as such.
  if (point >= 0x80 && point < 0xa0) return windows1252.decode(Uint8Array.of(point))
  return String.fromCodePoint(point)
}

const windows1252 = new TextDecoder('windows-1252')

/** Those that news texts use; another stays as it is written. */
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwnj: '',
  zwj: '',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  lsaquo: '‹',
  rsaquo: '›',
  bull: '•',
  middot: '·',
  prime: '′',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  para: '¶',
  deg: '°',
  plusmn: '±',
  times: '×',
  divide: '÷',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  sup3: '³',
  micro: 'µ',
  iexcl: '¡',
  iquest: '¿',
  larr: '←',
  rarr: '→',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  atilde: 'ã',
  auml: 'ä',
  aring: 'å',
  aelig: 'æ',
  ccedil: 'ç',
  egrave: 'è',
  eacute: 'é',
  ecirc: 'ê',
  euml: 'ë',
  igrave: 'ì',
  iacute: 'í',
  icirc: 'î',
  iuml: 'ï',
  ntilde: 'ñ',
  ograve: 'ò',
  oacute: 'ó',
  ocirc: 'ô',
  otilde: 'õ',
  ouml: 'ö',
  oslash: 'ø',
  oelig: 'œ',
  ugrave: 'ù',
  uacute: 'ú',
  ucirc: 'û',
  uuml: 'ü',
  yacute: 'ý',
  yuml: 'ÿ',
  szlig: 'ß',
  Agrave: 'À',
  Aacute: 'Á',
  Acirc: 'Â',
  Atilde: 'Ã',
  Auml: 'Ä',
  Aring: 'Å',
  AElig: 'Æ',
  Ccedil: 'Ç',
  Egrave: 'È',
  Eacute: 'É',
  Ecirc: 'Ê',
  Euml: 'Ë',
  Igrave: 'Ì',
  Iacute: 'Í',
  Icirc: 'Î',
  Iuml: 'Ï',
  Ntilde: 'Ñ',
  Ograve: 'Ò',
  Oacute: 'Ó',
  Ocirc: 'Ô',
  Otilde: 'Õ',
  Ouml: 'Ö',
  Oslash: 'Ø',
  OElig: 'Œ',
  Ugrave: 'Ù',
  Uacute: 'Ú',
  Ucirc: 'Û',
  Uuml: 'Ü',
  Scaron: 'Š',
  scaron: 'š',
  Zcaron: 'Ž',
  zcaron: 'ž',
}
