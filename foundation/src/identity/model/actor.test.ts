import { expect, test } from 'vitest'
import { type Actor, actorText, keyIdOf, readActor, type System } from './actor.ts'

const cases: [Actor | System, string][] = [
  [{ kind: 'key', id: 'key_01' }, 'key:key_01'],
  [{ kind: 'user', id: 'usr_01' }, 'user:usr_01'],
  [{ kind: 'operator', id: 'DOMAIN:ada' }, 'operator:DOMAIN:ada'],
  ['system', 'system'],
]

test.each(cases)('%j is written as %s and read again', (actor, text) => {
  expect(actorText(actor)).toBe(text)
  expect(readActor(text)).toEqual(actor)
})

test.each(['', 'key', 'key:', ':key_01', 'person:1', 'System'])('"%s" is not an actor', (text) => {
  expect(() => readActor(text)).toThrow(RangeError)
})

test('only a key has the id of a key', () => {
  expect(cases.map(([actor]) => keyIdOf(actor))).toEqual(['key_01', undefined, undefined, undefined])
})
