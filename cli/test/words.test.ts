/** The command line itself: help, words that are wrong, completion. No service is asked. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commands } from '../src/commands/commands.ts'
import { builtProgram, environment, svc } from '../testing/svc.ts'

const run = (...words: string[]) => svc(words)
const shown = commands.filter(({ group }) => group !== '')

test.each(shown.map(({ name }) => name))('help of %s begins with examples that are understood', async (name) => {
  const { code, stdout } = await run('help', name)
  expect(code).toBe(0)
  expect((await run(name, '--help')).stdout).toBe(stdout)
  const [summary, , heading] = stdout.split('\n')
  expect(summary).toMatch(/^[A-Z].*\.$/)
  expect(heading).toBe('Examples')
  const { command } = await shown.find((one) => one.name === name)!.load()
  const { parseWords } = await import('../src/commands/commands.ts')
  for (const [line] of command.examples) {
    const words = line
      .split(/ (?:\||<|>>?) /)[0]!
      .replace(/\$\([^)]*\)/, 'ID')
      .match(/"[^"]*"|\S+/g)!
    expect(words[0]).toBe(name === 'list' && words[0] === 'stop' ? 'stop' : words[0])
    const asked = shown.find((one) => one.name === words[0])!
    const { command: other } = await asked.load()
    const end = words.indexOf('--')
    expect(() => parseWords(asked.name, other, end < 0 ? words.slice(1) : [...words.slice(1)])).not.toThrow()
  }
})

test('help and completion are JSON where that is asked for', async () => {
  const json = async (...line: string[]) => JSON.parse((await run(...line, '--json')).stdout)
  expect((await json('help')).commands.map(({ command }: { command: string }) => command)).toEqual(
    shown.map(({ name }) => name),
  )
  const option = { option: '--follow', short: '-f', value: null }
  expect(await json('logs', '--help')).toMatchObject({
    command: 'logs',
    options: expect.arrayContaining([expect.objectContaining(option)]),
  })
  expect(await json('help', 'exit-codes')).toMatchObject({ topic: 'exit-codes' })
  const { stdout } = await run('completion', 'fish')
  expect(await json('completion', 'fish')).toEqual({ shell: 'fish', script: stdout.trimEnd() })
})

test('svc alone, --help and help show every command', async () => {
  const { stdout } = await run()
  for (const { name } of shown) expect(stdout).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'))
  expect((await run('--help')).stdout).toBe(stdout)
  expect((await run('help', 'exit-codes')).stdout).toMatch(/^ +130 +interrupted/m)
})

test.each([
  [['deplyo'], 'Did you mean svc deploy?'],
  [['deploy', '--gpo', 'H100'], 'Did you mean --gpu?'],
  [['get'], 'Something is missing: ID|NAME'],
  [['get', 'a', 'b'], '"b" is one word too many.'],
  [['deploy', '--gpu'], '--gpu needs a value'],
  [['deploy', 'x', '--gpu', 'T4', '--gpu', 'L4'], 'given twice'],
  [['list', '--json=yes'], 'takes no value'],
  [['list', '-x'], 'no option -x'],
  [['list', '--', 'x'], 'Nothing may follow'],
  [['list', '--status', 'alive'], 'There are scheduled'],
  [['logs', 'x', '-n', 'many'], 'must be a number'],
  [['deploy', 'x', '--gpu', 'T4', '--timeout', 'soon'], 'must be a time such as'],
  [['deploy', 'x', '--gpu', 'T4', '-e', 'NOT_THERE'], 'NOT_THERE has no value'],
  [['completion', 'csh'], 'bash, zsh and fish'],
  [['list', '--base-url', 'ftp://x'], 'http or https'],
  [['usage', '--month', '2026-13'], 'is no month'],
] as const)('%j is wrong, and says so', async (words, said) => {
  expect(await svc([...words], { env: { SERVICE_API_KEY: 'svc_x' } })).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(said),
  })
})

test('the version is that of the API', async () => {
  expect((await run('version', '-q')).stdout).toBe('1.4.2\n')
  expect(JSON.parse((await run('--version', '--json')).stdout)).toMatchObject({ version: '1.4.2' })
})

test('candidates for completion', async () => {
  const complete = async (...words: string[]) => (await run('complete', '--', ...words)).stdout.split('\n').slice(0, -1)
  expect(await complete('de')).toEqual(['deploy', 'delete'])
  expect(await complete('deploy', '--carb')).toEqual(['--carbon-aware'])
  expect(await complete('deploy', '--')).toContain('--dry-run')
  expect(await complete('deploy', '--', '--')).toEqual([])
  expect(await complete('deploy', '--sovereignty', 're')).toEqual(['residency'])
  expect(await complete('deploy', '--region', 'eu,no')).toEqual(['eu,nordics'])
  expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(await complete('complete', '')).toEqual([])
})

test('bash completes with the script that svc prints', async () => {
  const { stdout } = await run('completion', 'bash')
  const [node, program] = builtProgram
  const script = `svc() { "${node}" "${program}" "$@"; }\n${stdout}\nCOMP_WORDS=(svc hubs g); COMP_CWORD=2; _svc; echo "\${COMPREPLY[@]}"`
  const bash = spawnSync('bash', ['-c', script], { env: environment(), encoding: 'utf8' })
  expect(bash).toMatchObject({ stdout: 'get\n' })
})
