/** The form of a deployment: its address, its request, and what that is in other languages. */
import { expect, test } from 'vitest'

// The type checker of the tests does not know the pages.
const load = async <T>(path: string) => (await import(path)) as T
type Form = Record<string, string | boolean>
type Request = Record<string, unknown>
const { deploySearchOf, formOf, requestOf, searchOf, variablesIn, wordsIn } = await load<{
  deploySearchOf: (given: object) => object
  formOf: (search: object) => Form
  requestOf: (form: Form) => Request
  searchOf: (form: Form) => object
  variablesIn: (text: string) => object
  wordsIn: (text: string) => string[]
}>('../src/deploy/model/form.ts')
const { codeOf, languages } = await load<{
  codeOf: (language: string, request: Request, baseUrl: string) => string
  languages: { value: string }[]
}>('../src/deploy/model/code.ts')
const { judge } = await load<{
  judge: (refused: object, hub: object, form: Form) => { words: string; change?: object }
}>('../src/deploy/model/smallest-change.ts')
const { bestWindow } = await load<{ bestWindow: (hours: object[], length: number) => object }>(
  '../src/carbon/model/best-window.ts',
)

const search = {
  gpu_type: 'A100',
  count: 2,
  region: 'se-north-1, eu',
  sovereignty: 'residency',
  carbon_aware: true,
  image: "team/it's:1",
  name: 'chat',
  labels: 'team=search,tier=a=b',
  command: 'serve --name "two words"',
  port: 8080,
  duration_hours: 3,
  max_lifetime_hours: 12,
  max_delay_hours: 0.5,
  max_price_usd: 1.8,
}

test('what is typed survives the address, and a bad value falls back', () => {
  expect(searchOf(formOf(search))).toEqual(search)
  expect(
    deploySearchOf({ count: 'many', sovereignty: 'total', carbon_aware: 'yes', port: -1, region: 7, env: 'A=1' }),
  ).toEqual({
    region: '7',
  })
})

test('the request leaves out what is at its default, and has no variable of an address', () => {
  expect(requestOf(formOf({ image: 'x' }))).toEqual({ gpu_type: 'H100', count: 1, image: 'x', carbon_aware: true })
  expect(requestOf(formOf(search))).toEqual({
    ...search,
    region: ['se-north-1', 'eu'],
    labels: { team: 'search', tier: 'a=b' },
    command: ['serve', '--name', 'two words'],
  })
  expect(wordsIn(`a 'b c' ""`)).toEqual(['a', 'b c', ''])
  expect(variablesIn('A=1=2\n\n B = x')).toEqual({ A: '1=2', B: ' x' })
})

test('in every language it has all that was asked for', () => {
  const request = requestOf(formOf(search))
  for (const { value } of languages) {
    const code = codeOf(value, request, 'https://compute.example.com')
    for (const part of ['A100', 'se-north-1', 'two words', '8080']) expect(code, value).toContain(part)
  }
  expect(codeOf('svc', request, '')).toContain(`'team/it'\\''s:1'`)
  expect(codeOf('curl', request, 'https://compute.example.com')).toContain(
    'https://compute.example.com/v1/compute/deploy',
  )
  expect(codeOf('go', request, '')).toContain('MaxDelayHours: compute.Ptr(float64(0.5))')
  expect(codeOf('rust', request, '')).toContain('.sovereignty(SovereigntyLevel::Residency)')
  expect(codeOf('python', request, '')).toContain('carbon_aware=True')
})

test.each([
  ['region', { region: 'eu' }, 'NO is not in eu', { region: 'eu, NO' }],
  [
    'sovereignty',
    { sovereignty: 'jurisdiction' },
    'its operator is under the law of NO, its parent of US',
    { sovereignty: 'residency' },
  ],
  ['gpu_type', { gpuType: 'B200' }, 'it has no B200, but H100, L4', { gpuType: 'H100' }],
  ['too_small', { count: '900' }, 'it has 64 H100 in all, 900 are asked for', { count: '64' }],
  ['full', { count: '8' }, '3 of its 64 H100 are free now, 8 are asked for', { count: '3' }],
  ['price', { maxPriceUsd: '1.5' }, 'it costs $2.15, more than $1.50', { maxPriceUsd: '2.15' }],
  ['unreachable', {}, 'no-west-1 is not responding', undefined],
])('a hub refused for %s says what stands against it and what would help', (cause, part, words, to) => {
  const hub = {
    hub: 'no-west-1',
    country: 'NO',
    dedicated_nodes: false,
    operator: { jurisdiction: 'NO', parent_jurisdiction: 'US', nationally_owned: false },
    gpus: [
      { gpu_type: 'H100', total: 64, free: 3, price_usd_per_gpu_hour: 2.15 },
      { gpu_type: 'L4', total: 16, free: 16, price_usd_per_gpu_hour: 1.4 },
    ],
  }
  const judged = judge({ hub: 'no-west-1', country: 'NO', cause }, hub, { ...formOf({}), ...part })
  expect([judged.words, (judged.change as { to?: object } | undefined)?.to]).toEqual([words, to])
})

test('the best window is the first with the lowest mean', () => {
  const hours = [300, 100, 200, 100, 200].map((value, i) => ({ from: `h${i}`, carbon_intensity_gco2_kwh: value }))
  expect(bestWindow(hours, 2)).toEqual({ at: 1, from: 'h1', meanGramsPerKwh: 150, saved: 0.25 })
  expect(bestWindow(hours, 99)).toMatchObject({ at: 0, saved: 0 })
  expect(bestWindow([], 2)).toBeUndefined()
})
