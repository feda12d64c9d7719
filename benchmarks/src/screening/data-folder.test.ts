import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../harness/options.ts'
import { openDataFolder, plainName } from './data-folder.ts'
import { readInnocents, readNamePairs } from './labelled-files.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'labelled-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['bench/name_bench_cases.csv', 'name_bench_cases.csv'],
  ['name_bench_cases.test.csv', 'name_bench_cases.csv'],
  ['negatives_us.dev.csv.gz', 'negatives_us.csv'],
  ['test.csv', 'test.csv'],
])('%s is the file %s', (file, name) => {
  expect(plainName(file)).toBe(name)
})

test('a labelled file is found in a subfolder, under its held-out name, packed or not', () => {
  mkdirSync(join(folder, 'bench'))
  const innocents = 'full_name,date_of_birth,nationality\n"Mara, Ilse",1980-02-03,Chile\nTom Ode,,Atlantis\n'
  writeFileSync(join(folder, 'bench', 'negatives_us.test.csv.gz'), gzipSync(innocents))
  const pairs =
    'case_group,schema,name1,name2,is_match,quality,category\ncust_cases,Vessel,A,B,true,STRONG,\nx,Person,C,D,false,,typo\n'
  writeFileSync(join(folder, 'name_bench_cases.test.csv'), pairs)

  const data = openDataFolder(folder)
  expect(readInnocents(data, 'us')).toEqual([
    { name: 'Mara, Ilse', dateOfBirth: '1980-02-03', country: 'CL' },
    { name: 'Tom Ode', dateOfBirth: undefined, country: undefined },
  ])
  expect(readNamePairs(data)).toMatchObject([
    { type: 'vessel', query: 'A', listed: 'B', isMatch: true, quality: 'STRONG', category: 'none' },
    { type: 'individual', isMatch: false, quality: 'none', category: 'typo' },
  ])
})

test('an absent file, an ambiguous one and an absent folder are distinguished from a bug', () => {
  writeFileSync(join(folder, 'negatives_us.csv'), 'full_name\n')
  writeFileSync(join(folder, 'negatives_us.test.csv'), 'full_name\n')
  const data = openDataFolder(folder)
  expect(() => data.read('un_gold.csv')).toThrow(UsageError)
  expect(() => data.read('negatives_us.csv')).toThrow(/several/)
  expect(() => openDataFolder(join(folder, 'nowhere'))).toThrow(UsageError)
})
