import { expect, test } from 'vitest'
import { unNames } from './un-names.ts'

test.each([
  ['Azim Adhajani; Azim Agha-Jani', ['Azim Adhajani', 'Azim Agha-Jani']],
  [
    'Mohammed Sabet; Mohammad Sabet b) M. Javad Kareemi Sabet',
    ['Mohammed Sabet', 'Mohammad Sabet', 'M. Javad Kareemi Sabet'],
  ],
  ['a) Abdul Ghani b) Abdul Gani', ['Abdul Ghani', 'Abdul Gani']],
  ['Jin Tiesan (金铁三)', ['Jin Tiesan', '金铁三']],
  ['حسن غول (Hassan Ghul; Hassan Gul)', ['حسن غول', 'Hassan Ghul', 'Hassan Gul']],
  ['Amir Khazmat (original script: Амир Хазмат)', ['Amir Khazmat', 'Амир Хазмат']],
  ['Hay’at (HTS) (هيئة (original script); Hay’et; Hayat)', ['Hay’at (HTS)', 'هيئة', 'Hay’et', 'Hayat']],
  ['Ansar al-Shari’a (AAS)', ['Ansar al-Shari’a (AAS)']],
  ['(Sheikh) Musa Hilal', ['(Sheikh) Musa Hilal']],
  ['Akhter son of Noor (اختر ولد نور ),', ['Akhter son of Noor', 'اختر ولد نور']],
  [') Abdelrahman Mouhamad', ['Abdelrahman Mouhamad']],
  ['Encep Nurjaman (birth name)', ['Encep Nurjaman']],
  ['Khirullah Khairkhwa, born in Kandahar on 01 Jan.1967', ['Khirullah Khairkhwa']],
  ['“Chief Kahwa”', ['Chief Kahwa']],
  ['"HASSAN, Sheikh"', ['HASSAN, Sheikh']],
  ['أمیر محمد\n        الرحمن', ['أمیر محمد الرحمن']],
  ['', []],
  [' ; ', []],
])('%j holds %j', (alias, names) => {
  expect(unNames(alias)).toEqual(names)
})

test('brackets that do not match neither throw nor stall', () => {
  const started = performance.now()
  for (const pattern of ['(', ')', '(a', 'я)', ')(', '(я;']) unNames(pattern.repeat(20_000))
  expect(performance.now() - started).toBeLessThan(5_000)
})
