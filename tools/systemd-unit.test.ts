/** The unit of docs/production, as systemd itself reads it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from './repository.ts'

const unit = readFileSync(join(root, 'docs/production/service@.service'), 'utf8')

function hasSystemd(): boolean {
  if (!spawnSync('systemd-analyze', ['--version']).error) return true
  if (process.env.CI === 'true') throw new Error('CI tests the unit of systemd, and systemd-analyze was not found.')
  console.log('No systemd-analyze found: the unit of systemd is not tested. Debian has it in the package systemd.')
  return false
}

describe.runIf(hasSystemd())('the unit of systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const analyze = (text: string, ...words: string[]) => {
    const file = join(folder, 'service@reputation.service')
    writeFileSync(file, text)
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }
  /** Node may be elsewhere on this machine, and the program is not installed. */
  const here = unit.replace('/usr/bin/node', process.execPath)

  test('has no fault that systemd would report', () => {
    expect(analyze(here, 'verify', '--man=no')).toEqual({ status: 0, said: '' })
    expect(analyze(here.replace('ProtectHome=yes', 'ProtectHoem=yes'), 'verify', '--man=no').said).toMatch(
      /ProtectHoem/,
    )
  })

  test('denies the service what it does not need', () => {
    const { status, said } = analyze(here, 'security', '--offline=true', '--threshold=20')
    expect(status, said).toBe(0)
    expect(said).toMatch(/Overall exposure level .* OK/)
  })

  test('gives a stop as long as draining and closing may take', () => {
    const settings = (name: string) => readFileSync(join(root, `docs/production/${name}.env`), 'utf8')
    const seconds = Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])
    const defaultGrace = 25
    for (const name of ['reputation', 'compute']) {
      const drain = Number(/SHUTDOWN_DRAIN=(\d+)s/.exec(settings(name))?.[1])
      expect(seconds).toBeGreaterThan(drain + defaultGrace)
    }
  })
})
