/** What must never happen, whatever the bytes: a hang, another error than ours, or half a list taken for a whole one. */
import type { ParsedList } from '@service/reputation-domain/lists/model/entry.ts'
import { altered, excerpt } from '@service/reputation-testing/lists/excerpts.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseEuCsv } from './eu/eu-csv.ts'
import { parseEuXml } from './eu/eu-xml.ts'
import { ListFormatError } from './list-format-error.ts'
import { parseOfacCsv } from './ofac/ofac-csv.ts'
import { parseOfacXml } from './ofac/ofac-xml.ts'
import { parseUkCsv, parseUkXml } from './uk/uk-list.ts'
import { parseUnXml } from './un/un-xml.ts'

type Format = { format: string; file: Buffer; parse: (file: Uint8Array) => ParsedList; aName: string }

const xmlFormats: Format[] = [
  { format: 'OFAC XML', file: excerpt('ofac/consolidated.xml'), parse: parseOfacXml, aName: 'ZAHHAR' },
  { format: 'EU XML', file: excerpt('eu/xmlFullSanctionsList_1_1.xml'), parse: parseEuXml, aName: 'KOTI CORP' },
  { format: 'UN XML', file: excerpt('un/consolidated.xml'), parse: parseUnXml, aName: 'KOTI CORP' },
  { format: 'UK XML', file: excerpt('uk/UK-Sanctions-List.xml'), parse: parseUkXml, aName: 'EXEMPLARIN' },
]
const csvFormats: Format[] = [
  {
    format: 'OFAC names CSV',
    file: excerpt('ofac/SDN.CSV'),
    parse: (primary) => parseOfacCsv({ primary }),
    aName: 'FALSAFI',
  },
  { format: 'EU CSV', file: excerpt('eu/csvFullSanctionsList_1_1.csv'), parse: parseEuCsv, aName: 'KOTI CORP' },
  { format: 'UK CSV', file: excerpt('uk/UK-Sanctions-List.csv'), parse: parseUkCsv, aName: 'EXEMPLARIN' },
]
const formats = [...xmlFormats, ...csvFormats]

function refusal(parse: () => unknown): string {
  try {
    parse()
  } catch (error) {
    if (error instanceof ListFormatError) return error.message
    throw error
  }
  return 'not refused'
}

describe.each(formats)('$format', ({ file, parse, aName, format }) => {
  test.each([
    ['an empty file', Buffer.alloc(0), 'is empty'],
    ['a blank file', Buffer.from(' \r\n'), /holds no|has no column|not well-formed|not of that kind/],
    ['an HTML page', Buffer.from('<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>'), 'is an HTML page'],
    ['an HTML page in capitals', Buffer.from('\ufeff <HTML lang="en"><BODY>Sign in</BODY></HTML>'), 'is an HTML page'],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${file.toString()}`, 'utf16le'), 'is UTF-16'],
    ['UTF-16 without', Buffer.from(file.toString(), 'utf16le').subarray(file[0] === 0xef ? 2 : 0), 'is UTF-16'],
    ['a compressed file', Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xfe, 0xff, 0x80]), 'is not UTF-8'],
    ['JSON', Buffer.from('{"error": "not found"}\n'), /holds no|has no column|not well-formed|not of that kind/],
  ])('refuses %s', (_, bytes, says) => {
    expect(refusal(() => parse(bytes))).toMatch(says)
  })

  test('refuses Latin-1 in the place of UTF-8', () => {
    expect(refusal(() => parse(altered(file, aName, `${aName}\u00e9`)))).toBe(
      `The ${format} file is not UTF-8: it was damaged, compressed, or saved in another encoding. Download it again.`,
    )
  })

  test('refuses a name of a million characters', () => {
    const longName = altered(file, aName, 'A'.repeat(1_000_000))
    expect(refusal(() => parse(longName))).toMatch(/^A name of \d+ characters, .* cannot be genuine/)
  })

  test('refuses every truncation inside its content', () => {
    const end = file.toString('latin1').trimEnd().replace('\u001a', '').trimEnd().length
    fc.assert(
      fc.property(fc.integer({ min: 0, max: end - 1 }), (length) => {
        const cut = file.subarray(0, length)
        // A CSV cut between two rows looks whole: that is caught by its size, against the list in use.
        if (cut.at(-1) === 0x0a && !xmlFormats.some((xml) => xml.file === file)) return
        expect(refusal(() => parse(cut))).not.toBe('not refused')
      }),
      { numRuns: 150 },
    )
  })

  test('treats flipped bytes as damage or reads around them', () => {
    const flips = fc.array(fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(flips, (places) => {
        const bytes = Buffer.from(file)
        for (const [at, mask] of places) bytes[at] = bytes[at]! ^ mask
        const outcome = refusal(() => {
          for (const entry of parse(bytes).entries) {
            expect(entry.entityId).toMatch(/^(OFAC|EU|UN|UK):[\w.-]+$/)
            expect(entry.names[0]?.name).toBeTruthy()
          }
        })
        expect(outcome).toBeTruthy()
      }),
      { numRuns: 150 },
    )
  })

  test('treats any other text as damage', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(refusal(() => parse(Buffer.from(text)))).not.toBe('not refused')
      }),
      { numRuns: 200 },
    )
  })
})

describe.each(xmlFormats)('$format', ({ file, parse, format }) => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
    .split('')
    .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`)
    .join('')}]>`

  test('refuses entity declarations, and so entity bombs', () => {
    const root = file.indexOf('<', file.indexOf('?>') + 2)
    const armed = Buffer.concat([file.subarray(0, root), Buffer.from(bomb), file.subarray(root)])
    expect(refusal(() => parse(armed))).toBe(
      `The ${format} file declares a DOCTYPE, which no genuine list does. Check its address.`,
    )
  })

  test("refuses another authority's list by its root element", () => {
    const other = xmlFormats.find((another) => another.format !== format)!
    expect(refusal(() => parse(other.file))).toMatch(/has the root element <\w+>, not <\w+>\. Check its address\.$/)
  })

  test('says that a file cut off inside its root ends early', () => {
    expect(refusal(() => parse(file.subarray(0, file.length - 200)))).toBe(
      `The ${format} file ends early: it was cut off. Download it again.`,
    )
  })

  test('refuses a root without entries, and excessive nesting', () => {
    const root = /<(CONSOLIDATED_LIST|sdnList|export|Designations)[^>]*>/.exec(file.toString())!
    expect(refusal(() => parse(Buffer.from(`${root[0]}</${root[1]}>`)))).toMatch(
      /holds no entry that has an id and a name/,
    )
    expect(refusal(() => parse(Buffer.from(root[0] + '<a>'.repeat(100_000))))).toMatch(/nests elements too deeply/)
  })
})

test.each(csvFormats)('$format refuses the table of another authority', ({ file, parse }) => {
  const other = csvFormats.find((another) => another.file !== file)!
  expect(refusal(() => parse(other.file))).toMatch(/has no column|not of that kind/)
})

test('an OFAC table in place of another is refused', () => {
  const primary = excerpt('ofac/SDN.CSV')
  expect(refusal(() => parseOfacCsv({ primary: excerpt('ofac/ADD.CSV') }))).toMatch(
    /^The OFAC names CSV file is not of that kind: only 0 of its \d+ rows begin with a number and have 12 columns/,
  )
  expect(refusal(() => parseOfacCsv({ primary, aliases: excerpt('ofac/ADD.CSV') }))).toMatch(
    /^The OFAC aliases CSV file/,
  )
})
