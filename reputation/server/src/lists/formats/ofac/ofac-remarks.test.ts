import { describe, expect, test } from 'vitest'
import { readOfacRemarks } from './ofac-remarks.ts'

describe('readOfacRemarks', () => {
  test('finds weak aliases, of every kind and with apostrophes inside', () => {
    const remarks = "a.k.a. 'BNC'; f.k.a. 'ANA I'; n.k.a. 'NEW'; a.k.a. 'ABU 'ALI'; Linked To: X; a.k.a. 'LAST CO.'."
    expect(readOfacRemarks(remarks).weakAliases).toEqual(['BNC', 'ANA I', 'NEW', "ABU 'ALI", 'LAST CO.'])
  })

  test('passes over an alias that the end of the column cut off', () => {
    expect(readOfacRemarks("a.k.a. 'RED DOT'; a.k.a. 'WHOIS HACKIN").weakAliases).toEqual(['RED DOT'])
  })

  test('finds dates and places of birth, nationalities and flags', () => {
    const found = readOfacRemarks(
      'DOB circa 1938; alt. DOB 25 Oct 1940; POB Baghdad, Iraq; alt. POB Mosul, Iraq; nationality Iraq; ' +
        'citizen Congo, Democratic Republic of the; Former Vessel Flag Malta; alt. Former Vessel Flag None Identified.',
    )
    expect(found.datesOfBirth).toEqual(['1938~', '1940-10-25'])
    expect(found.placesOfBirth).toEqual(['Baghdad, Iraq', 'Mosul, Iraq'])
    expect(found.countries).toEqual(['IQ', 'CD', 'MT'])
  })

  test.each([
    ['Passport 284173 (Iraq) expires 21 Aug 2005', { kind: 'passport', value: '284173', country: 'IQ' }],
    ['Passport Booklet A5250088 (Pakistan)', { kind: 'passport', value: 'A5250088', country: 'PK' }],
    ['alt. Passport L 191609 issued 28 Feb 1996 expires 27 Feb 2001', { kind: 'passport', value: 'L 191609' }],
    ['National ID No. 216040 (Yemen)', { kind: 'national-id', value: '216040', country: 'YE' }],
    ['Cedula No. 16473543 (Colombia).', { kind: 'national-id', value: '16473543', country: 'CO' }],
    ['Passport PS 472330208 (Korea, North)', { kind: 'passport', value: 'PS 472330208', country: 'KP' }],
    ['Tax ID No. 100036386 (Serbia)', { kind: 'tax-id', value: '100036386', country: 'RS' }],
    ['NIT # 16215230-1 (Colombia)', { kind: 'tax-id', value: '16215230-1', country: 'CO' }],
    [
      'Registration Number HRA 738077 (Stuttgart) (Germany)',
      { kind: 'registration', value: 'HRA 738077 (Stuttgart)', country: 'DE' },
    ],
    ['Vessel Registration Identification IMO 9362061', { kind: 'imo', value: '9362061' }],
    ['Company Number IMO 5055293', { kind: 'imo', value: '5055293' }],
    ['MMSI 572469210', { kind: 'mmsi', value: '572469210' }],
    ['Other Vessel Call Sign 5IM713', { kind: 'call-sign', value: '5IM713' }],
    ['Aircraft Tail Number RA-85594', { kind: 'tail-number', value: 'RA-85594' }],
    ["Aircraft Manufacturer's Serial Number (MSN) 84A594", { kind: 'serial-number', value: '84A594' }],
    ['Aircraft Construction Number (also called L/N or S/N or F/N) 90', { kind: 'serial-number', value: '90' }],
    ['SWIFT/BIC HAVIGB2L', { kind: 'swift', value: 'HAVIGB2L' }],
    [
      'Legal Entity Number 253400V1H6ART1UQ0N98 (Russia)',
      { kind: 'lei', value: '253400V1H6ART1UQ0N98', country: 'RU' },
    ],
    ['Website www.example.com', { kind: 'website', value: 'www.example.com' }],
    ['Email Address a@example.com', { kind: 'email', value: 'a@example.com' }],
    ['Phone Number 982188526300', { kind: 'phone', value: '982188526300' }],
    ['Telephone (98)(9121115315)', { kind: 'phone', value: '(98)(9121115315)' }],
    [
      'alt. Digital Currency Address - XBT 1Kuf2Rd8mDyAViwBozGTNYnvWL8uYFrkVo',
      { kind: 'crypto', value: '1Kuf2Rd8mDyAViwBozGTNYnvWL8uYFrkVo' },
    ],
  ])('reads %s', (remark, identifier) => {
    expect(readOfacRemarks(remark).identifiers).toEqual([identifier])
  })

  test.each([
    'Gender Male',
    'Organization Established Date 19 Nov 1991',
    'Executive Order 13662 Directive Determination - Subject to Directive 4',
    'Aircraft Model IL-76TD',
    'Linked To: MAHAN AIR.',
  ])('sees no identifier in %s', (remark) => {
    expect(readOfacRemarks(remark).identifiers).toEqual([])
  })
})
