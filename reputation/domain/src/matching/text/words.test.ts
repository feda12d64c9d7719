import { expect, test } from 'vitest'
import { toWords } from './words.ts'

test.each([
  ['PUTIN, Vladimir', ['putin', 'vladimir']],
  ["Al Qa'ida", ['al', 'qaida']],
  ['Procter & Gamble', ['procter', 'and', 'gamble']],
  ['Erdoğan ŁÓDŹ Straße', ['erdogan', 'lodz', 'strasse']],
  ['Володимир Зеленський', ['volodimir', 'zelenskiy']],
  ['Βλαντίμιρ Πούτιν', ['vladimir', 'putin']],
  ['ბარაკ ობამა', ['barak', 'obama']],
  ['عبدالرحمان بن محمد', ['abdul', '%rhman', 'bin', '%mhmd']],
  ['김정은', ['^gim', '^jeong', '^eun']],
  ['习近平', ['~xi.4e60', '~jin.8fd1', '~ping.5e73']],
  ['ﬁrst １２', ['first', '12']],
  ['27-й завод', ['27', 'zavod']],
  ['41-ви полк', ['41', 'polk']],
  ['7η Ταξιαρχία', ['7', 'taxiarchia']],
  ['\u2206ίκτυο', ['diktyo']],
])('%s becomes words', (name, words) => {
  expect(toWords(name)).toEqual(words)
})

test('invisible characters are removed', () => {
  expect(toWords('\u202ePu\u200btin\u2066')).toEqual(['putin'])
  expect(toWords('Putin\u0000Vladimir')).toEqual(['putin', 'vladimir'])
  expect(toWords('\ud800Putin')).toEqual(['putin'])
})

test.each(['', ' ', '...', '💀🔥', '\u0000\u0001', '؟،', '\ud800'])('%j holds no word', (name) => {
  expect(toWords(name)).toEqual([])
})
