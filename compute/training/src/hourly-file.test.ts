import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readZones } from './hourly-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'hourly-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`)

test('zones stand in columns or in rows, and a part of the name is free', () => {
  write('hourly_a.test.csv', 'utc_hour,DE,FR', '2023-01-01T00:00Z,400,50', '2023-01-01T01:00Z,410,51')
  write('hourly_b.csv', 'zone,utc_hour,ci_direct,ci_lca', 'ES,2021-01-01T01:00Z,1,4', 'ES,2021-01-01T00:00Z,1,3')
  expect(readZones(folder, 'hourly')).toEqual([
    { name: 'DE', firstHour: Date.UTC(2023, 0) / 3_600_000, values: Float64Array.of(400, 410) },
    { name: 'FR', firstHour: Date.UTC(2023, 0) / 3_600_000, values: Float64Array.of(50, 51) },
    { name: 'ES', firstHour: Date.UTC(2021, 0) / 3_600_000, values: Float64Array.of(3, 4) },
  ])
})

test('a file with gaps, or without numbers, is refused', () => {
  write('gap_1.csv', 'utc_hour,DE', '2023-01-01T00:00Z,400', '2023-01-01T02:00Z,410')
  write('empty_1.csv', 'utc_hour,DE', '2023-01-01T00:00Z,', '2023-01-01T01:00Z,410')
  expect(() => readZones(folder, 'gap')).toThrow('gap before 2023-01-01T02:00Z')
  expect(() => readZones(folder, 'empty')).toThrow('where an intensity is wanted')
})
