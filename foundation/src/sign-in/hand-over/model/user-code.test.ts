import { expect, test } from 'vitest'
import { generateUserCode, readUserCode, shownUserCode } from './user-code.ts'

test('a code is made of consonants that are as likely, and read as people type it', () => {
  const bytes = (count: number) => Uint8Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 255 : at))
  expect(generateUserCode(bytes)).toBe('CFHKMPRT') // 255 is above the last multiple of 20, and so left out
  expect(shownUserCode('CFHKMPRT')).toBe('CFHK-MPRT')
  for (const typed of ['CFHK-MPRT', ' cfhk mprt', 'cfhkmprt']) expect(readUserCode(typed)).toBe('CFHKMPRT')
  for (const typed of ['', 'CFHK-MPR', 'CFHK-MPRA', 'CFHKMPRTZ', 'ÇFHKMPRT'])
    expect(readUserCode(typed)).toBeUndefined()
})
