import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFeedDate } from './feed-date.ts'

const read = (text: string): string | undefined => {
  const milliseconds = readFeedDate(text)
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString()
}

test.each([
  ['Mon, 10 Mar 2014 16:52:50 GMT', '2014-03-10T16:52:50.000Z'],
  ['Mon, 10 Mar 2014 16:52:50 -0500', '2014-03-10T21:52:50.000Z'],
  ['Mon, 10 Mar 2014 16:52:50 EST', '2014-03-10T21:52:50.000Z'],
  ['Mon, 10 Mar 2014 16:52 +0530', '2014-03-10T11:22:00.000Z'],
  ['10 Mar 14 16:52:50 Z', '2014-03-10T16:52:50.000Z'],
  ['Tue, 10 Mar 2014 16:52:50 UT', '2014-03-10T16:52:50.000Z'],
  ['Mon,10 March 2014 16:52:50', '2014-03-10T16:52:50.000Z'],
  ['Mon, 10-Mar-2014 16:52:50 PDT', '2014-03-10T23:52:50.000Z'],
  ['10 Mar 98 01:02:03 GMT', '1998-03-10T01:02:03.000Z'],
  ['Mon Mar 10 16:52:50 2014', '2014-03-10T16:52:50.000Z'],
  ['Mon Mar 10 16:52:50 EDT 2014', '2014-03-10T20:52:50.000Z'],
  ['March 10, 2014', '2014-03-10T00:00:00.000Z'],
  ['Monday, March 10th, 2014 4:52 PM EST', '2014-03-10T21:52:00.000Z'],
  ['Mar 10, 2014 12:05 am', '2014-03-10T00:05:00.000Z'],
  ['2014-03-10T16:52:50Z', '2014-03-10T16:52:50.000Z'],
  ['2014-03-10T16:52:50.123456+01:00', '2014-03-10T15:52:50.123Z'],
  ['2014-03-10T16:52:50,5Z', '2014-03-10T16:52:50.500Z'],
  ['2014-03-10 16:52:50 +0100', '2014-03-10T15:52:50.000Z'],
  ['2014-03-10 16:52:50 UTC', '2014-03-10T16:52:50.000Z'],
  ['2014-03-10T16:52+01:00', '2014-03-10T15:52:00.000Z'],
  ['2014-03-10', '2014-03-10T00:00:00.000Z'],
  ['2014-03', '2014-03-01T00:00:00.000Z'],
  ['2014', '2014-01-01T00:00:00.000Z'],
  ['2014/03/10 04:52', '2014-03-10T04:52:00.000Z'],
  ['20140310T165250Z', '2014-03-10T16:52:50.000Z'],
  ['20140310', '2014-03-10T00:00:00.000Z'],
  ['1394470370', '2014-03-10T16:52:50.000Z'],
  ['1394470370000', '2014-03-10T16:52:50.000Z'],
  ['10. März 2014 16:52', '2014-03-10T16:52:00.000Z'],
  ['Mo, 10 Mrz 2014 16:52:50 +0100', '2014-03-10T15:52:50.000Z'],
  ['lun., 10 déc. 2014 16:52:50 +0100', '2014-12-10T15:52:50.000Z'],
  ['10 de marzo de 2014', '2014-03-10T00:00:00.000Z'],
  ['10 мая 2014 16:52', '2014-05-10T16:52:00.000Z'],
  ['Mon, 10 Mar 2014 24:00:00 GMT', '2014-03-11T00:00:00.000Z'],
  ['Mon, 10 Mar 2014 23:59:60 GMT', '2014-03-10T23:59:59.000Z'],
  ['Mon, 01 Jan 0001 00:00:00 GMT', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ['  2014-03-10T16:52:50Z\n', '2014-03-10T16:52:50.000Z'],
])('%j is %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each([
  '',
  'yesterday',
  'Mon, 31 Feb 2014 10:00:00 GMT',
  '2014-13-01',
  '2014-03-10T25:00:00Z',
  '0000-00-00 00:00:00',
  '10/03/2014',
  'Mon, 10 Foo 2014 10:00:00 GMT',
  '12',
])('%j is refused as a date', (text) => {
  expect(read(text)).toBeUndefined()
})

test('every instant is read back from the forms in which programs write it', () => {
  const anyInstant = fc.date({
    min: new Date('1970-01-02T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(anyInstant, (date) => {
      const second = Math.floor(date.getTime() / 1_000) * 1_000
      expect(readFeedDate(date.toISOString())).toBe(date.getTime())
      expect(readFeedDate(date.toUTCString())).toBe(second)
    }),
  )
})

test('no text throws, or takes long', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void readFeedDate(text)))
  expect(readFeedDate(`${'1 '.repeat(100_000)}`)).toBeUndefined()
})
