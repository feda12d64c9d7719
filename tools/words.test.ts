import { expect, test } from 'vitest'
import { oldWords, retiredWords } from './words.ts'

const glossary = `
| not | but | where |
|---|---|---|
| \`turn\` \`turns\` | tick | everywhere |
| \`answer\` | response | names |
| \`whoever\` | the caller who | comments |
| \`most\` | max… | prefix |
`
const found = (text: string, path = 'foundation/src/a.ts') => oldWords([{ path, text }], retiredWords(glossary))

test.each([
  ['a variable', 'const nextTurnMs = 1'],
  ['a constant', 'const NEXT_TURN = 1'],
  ['a comment', '// takes its turn'],
  ['a doc comment', '/** Whoever calls this. */'],
  ['the beginning of a name', 'const mostGpus = 8'],
  ['a type', 'type HttpAnswer = string'],
])('an old word is found in %s', (_where, text) => {
  expect(found(text)).toHaveLength(1)
})

test('an old word is found in the name of a file', () => {
  expect(found('', 'foundation/src/next-turn.ts')).toEqual(['foundation/src/next-turn.ts: "next-turn.ts": say tick'])
})

test.each([
  ['in a string', `const title = 'It is your turn, whoever you are'`],
  ['in SQL', 'const query = sql`select answer from answers`'],
  ['inside another word', 'const returned = 1 // returns almost at once'],
  ['in a comment, where only names count', '// the answer'],
  ['by itself, where only prefixes count', 'const most = 1'],
])('an old word may stand %s', (_where, text) => {
  expect(found(text)).toEqual([])
})

test('a name that is stored or on the wire may stand where it is kept, and nowhere else', () => {
  const text = 'type Attempt = { answer: string }'
  expect(found(text, 'foundation/src/webhooks/model/delivery.ts')).toEqual([])
  expect(found(text, 'foundation/src/http/delivery.ts')).toHaveLength(1)
})
