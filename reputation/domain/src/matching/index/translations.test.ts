import { describe, expect, test } from 'vitest'
import type { ListEntry } from '../../lists/model/entry.ts'
import { compileIndex, openIndex } from '../matching.ts'
import { wordStem } from '../text/word-stem.ts'
import { compileTranslations } from './compile-translations.ts'
import { learnTranslations, type OrganisationName } from './learn-translations.ts'
import { readSections, writeSections } from './sections.ts'
import { Translations } from './translations.ts'

/** Names of one subject: those in a foreign script, as `toWords` transliterates them, and those in translation. */
const aSubject = (subject: string, foreign: string[], translated: string[]): OrganisationName[] => [
  ...foreign.map((name) => ({ subject, foreign: true, words: name.split(' ') })),
  ...translated.map((name) => ({ subject, foreign: false, words: name.split(' ') })),
]

const names = [
  ...aSubject('1', ['zavod lazurit'], ['lazurit plant', 'usine lazurit']),
  ...aSubject('2', ['morskoy zavod briz'], ['briz marine plant', 'usine maritime briz']),
  ...aSubject('3', ['zavoda granat'], ['granat plant']),
  ...aSubject('4', ['morskaya kompaniya vega'], ['vega marine company']),
  ...aSubject('5', ['bank kedr'], ['kedr bank']),
  ...aSubject('6', ['institut sirius'], ['sirius institute']),
]

const taught = (own: readonly OrganisationName[]) =>
  learnTranslations(own).map(({ from, to, support }) => `${from} ${to} ${support}`)

describe('learning', () => {
  test('words that go together in several subjects translate each other, whatever their inflection', () => {
    expect(taught(names)).toContain('zavod plant 3')
    expect(taught(names)).toContain('zavod usin 2')
    expect(taught(names)).toContain('morsk marin 2')
  })

  test('a word goes with one word of a name, not with all', () => {
    expect(taught(names).filter((line) => line.startsWith('zavod marin') || line.startsWith('morsk plant'))).toEqual([])
  })

  test('a word that one subject translates by one spelt alike is not taken for another', () => {
    expect(taught(names).filter((line) => /^(bank|institut|kompan|vega)/.test(line))).toEqual([])
  })

  test('words with similar spelling are confirmed by the subjects that pair them', () => {
    const more = [
      ...aSubject('7', ['sistemy topaz'], ['topaz systems']),
      ...aSubject('8', ['sistemy yantar'], ['yantar systems']),
    ]
    expect(taught([...names, ...more])).toContain('sistem system 2')
  })

  test('one subject alone teaches nothing, however many names it has', () => {
    const one = aSubject('1', ['zavod lazurit', 'lazurit zavod', 'zavoda lazurit'], ['lazurit plant', 'plant lazurit'])
    expect(taught([...one, ...aSubject('2', ['institut sirius'], ['sirius institute'])])).toEqual([])
  })

  test('a name in Latin script that transliterates the foreign language teaches as the foreign one does', () => {
    const transliterated = aSubject('7', [], ['zavod topaz', 'topaz plant'])
    expect(taught([...names, ...transliterated])).toContain('zavod plant 4')
  })

  test('the order of the names does not matter', () => {
    expect(taught([...names].reverse())).toEqual(taught(names))
  })
})

describe('the compiled table', () => {
  const words = ['plant', 'plants', 'zavod', 'works', 'marine'].map((text, unit) => ({
    text,
    unit,
    weight: text === 'plant' ? 0.3 : 0.9,
  }))
  const compile = (support: number) =>
    compileTranslations([{ from: 'zavod', to: 'plant', strength: 0.95, support }], words)
  const open = (support: number) => new Translations(readSections(writeSections({}, compile(support).sections)))

  test('a word finds the listed words that mean the same, in every inflection and in both directions', () => {
    const translations = open(9)
    const found: number[] = []
    translations.forEach('zavodom', (unit) => found.push(unit))
    expect(found).toEqual([0, 1])
    expect(translations.between('zavody', 0)).toBeGreaterThan(0.9)
    expect(translations.between('plant', 2)).toBeGreaterThan(0.9)
    expect(translations.between('plant', 3)).toBe(0)
    expect(translations.between('#12', 0)).toBe(0)
  })

  test('a word weighs no more than the commoner word that firmly translates it', () => {
    expect(compile(9).weights).toEqual(new Map([[2, Math.min(0.3, 0.9)]]))
    expect(open(9).weightLimit('zavodov')).toBeCloseTo(0.3)
    expect(open(9).weightLimit('granat')).toBe(1)
  })

  test('a translation learnt from two subjects lowers no weight', () => {
    expect(compile(2).weights.size).toBe(0)
    expect(open(2).weightLimit('zavod')).toBe(1)
  })
})

describe('screening', () => {
  const anOrganisation = (id: number, ...own: string[]): ListEntry => ({
    entityId: `EU:${id}`,
    list: 'EU',
    type: 'entity',
    names: own.map((name, at) => ({ name, kind: at === 0 ? 'primary' : 'alias', strength: 'strong' })),
    programs: [],
    datesOfBirth: [],
    placesOfBirth: [],
    countries: [],
    identifiers: [],
  })
  const teachers = [
    anOrganisation(1, 'Lazurit Instrument Plant', 'Приборный завод Лазурит'),
    anOrganisation(2, 'Granat Instrument Plant', 'Приборный завод Гранат'),
    anOrganisation(3, 'Briz Plant', 'Завод Бриз'),
    anOrganisation(4, 'Vega Instrument Company', 'Приборная компания Вега'),
    anOrganisation(5, 'Sirius Institute', 'Институт Сириус'),
    anOrganisation(6, 'Kedr Bank', 'Банк Кедр'),
    anOrganisation(7, 'Sever Shipping', 'Север Шиппинг'),
  ]
  const entries = [...teachers, anOrganisation(8, 'Tulpan Instrument Plant')]
  const index = openIndex(compileIndex(entries, new Map()))
  const ids = (name: string, own = index) => own.screen({ name, threshold: 0.86 }).map(({ entry }) => entry.entityId)

  test('an organisation is found by its name in a script that the list does not have', () => {
    expect(ids('Розовый приборный завод')).toEqual([])
    expect(ids('Приборный завод Тулпан')).toEqual(['EU:8'])
    const [match] = index.screen({ name: 'Приборный завод Тулпан', threshold: 0.86 })
    const translated = match?.explanation.filter(({ rule }) => rule === 'translation').map(({ listed }) => listed)
    expect(translated?.sort()).toEqual(['instrument', 'plant'])
  })

  test('the index finds what a comparison of every name finds', () => {
    for (const name of ['Приборный завод Тулпан', 'zavod Briz', 'Priborny zavod', 'Instrument Plant Vega', 'Завод'])
      expect(index.screen({ name, threshold: 0.7 })).toEqual(index.screenExhaustively({ name, threshold: 0.7 }))
  })

  test('names are compared alike, on a list or not', () => {
    const { similarity } = index.compareNames('Приборный завод Тулпан', 'Tulpan Instrument Plant', 'entity')
    expect(similarity).toBe(index.screen({ name: 'Приборный завод Тулпан', threshold: 0.86 })[0]?.similarity)
  })

  test('words that translate each other make no two organisations one', () => {
    expect(ids('Приборный завод Рубин')).toEqual([])
    expect(ids('Завод')).toEqual([])
  })

  test.each([
    ['گروه انقلاب یاس', 'EU:1'],
    ['شرکت گلبرگ یاس با مسئولیت محدود', 'EU:5'],
    ['Революционната група Ясен', 'EU:2'],
    ['7η Ταξιαρχία Κεραυνού', 'EU:3'],
    ['جماعة حكمة الفجر', 'EU:4'],
  ])('%s is found by what its words mean in other scripts', (name, id) => {
    const own = [
      anOrganisation(1, 'Yas Revolutionary Group'),
      anOrganisation(2, 'Yasen Revolutionary Group'),
      anOrganisation(3, '7th Brigade Keravnou'),
      anOrganisation(4, "Jama'at Hikmat al-Fajr"),
      anOrganisation(5, 'Golbarg Yas Ltd'),
    ]
    const untaught = openIndex(compileIndex(own, new Map()))
    expect(untaught.screen({ name, threshold: 0.8 })[0]?.entry.entityId).toBe(id)
    expect(untaught.screen({ name, threshold: 0.8 })).toEqual(untaught.screenExhaustively({ name, threshold: 0.8 }))
  })

  test('nothing is learnt from entries left out of it', () => {
    const excludeFromLearning = new Set(teachers.map(({ entityId }) => entityId))
    const untaught = openIndex(compileIndex(entries, new Map(), { excludeFromLearning }))
    expect(ids('Приборный завод Тулпан', untaught)).toEqual([])
  })
})

test('a stem keeps at least four letters', () => {
  expect(['zavoda', 'nauchnogo', 'nauchnaya', 'bank', 'banka', 'iran'].map(wordStem)).toEqual([
    'zavod',
    'nauchn',
    'nauchn',
    'bank',
    'bank',
    'iran',
  ])
})
