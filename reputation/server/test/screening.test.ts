/** Screening names: the shape of the response, what is refused, and what it costs. */

import { randomBytes } from 'node:crypto'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines, runsWhole } from '@service/foundation-testing/database/database-engines.ts'
import { findingRules } from '@service/reputation-domain/matching/matching.ts'
import type { Screening } from '@service/reputation-server/screening/responses.ts'
import { clientOf, newClient } from '@service/reputation-testing/client.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const screen = '/api/v1/screen'
const listed = { name: 'Ismail Abdul Salah Haniya', primary: 'HANIYA, Ismail Abdul Salah', entityId: 'OFAC:9639' }

describe.each(databaseEngines)('screening on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))

  test('a match has the fields of the contract, and those that help to judge it', async () => {
    const { status, headers, body } = await client.get<Screening>(screen, { name: listed.name })
    expect(status).toBe(200)
    expect(headers.get('X-Service-Quota-Remaining')).toMatch(/^\d+$/)
    expect(Object.keys(body)).toEqual([
      'query',
      'threshold',
      'clean',
      'matches',
      'moreMatches',
      'near',
      'suppressed',
      'lists',
      'screeningId',
    ])
    expect(body).toMatchObject({ query: listed.name, threshold: 0.86, clean: false, moreMatches: false })
    expect(body.screeningId).toMatch(/^scr_[0-9a-z]{26}$/)
    expect(body.matches[0]).toEqual({
      list: 'OFAC',
      name: listed.primary,
      similarity: 1,
      primaryName: listed.primary,
      entityId: listed.entityId,
      subjectId: expect.any(String),
      type: 'individual',
      aliasStrength: 'strong',
      programs: expect.any(Array),
      datesOfBirth: expect.any(Array),
      countries: expect.any(Array),
      identifiers: expect.any(Array),
      explanation: expect.any(Array),
    })
    expect(body.matches[0]!.programs.length).toBeGreaterThan(0)
    const rules = findingRules.map(({ rule }) => rule)
    for (const { rule, sentence } of body.matches[0]!.explanation) {
      expect(rules).toContain(rule)
      expect(sentence).toMatch(/\.$/)
    }
    expect(body.lists.map(({ list }) => list)).toEqual(['OFAC', 'EU', 'UN'])
    for (const list of body.lists) {
      expect(list).toEqual({
        list: list.list,
        publishedAt: list.publishedAt,
        fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        entries: expect.any(Number),
        stale: false,
      })
    }
  })

  test('a name without a match is clean', async () => {
    const { body } = await client.get<Screening>(screen, { name: 'Wilhelmina Quackenbush' })
    expect(body).toMatchObject({ clean: true, matches: [], moreMatches: false })
  })

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  test('matches come by similarity, as many as asked for, and it says when there are more', async () => {
    const name = 'Muhammad'
    const all = (await client.get<Screening>(screen, { name, threshold: '0.5' })).body
    expect(all.matches.length).toBeGreaterThan(2)
    const similarities = all.matches.map(({ similarity }) => similarity)
    expect(similarities).toEqual([...similarities].sort((one, other) => other - one))
    const few = (await client.get<Screening>(screen, { name, threshold: '0.5', limit: '2' })).body
    expect(few.matches).toEqual(all.matches.slice(0, 2))
    expect(few.moreMatches).toBe(true)
    const exact = { name, threshold: '0.5', limit: String(all.matches.length) }
    expect((await client.get<Screening>(screen, exact)).body.moreMatches).toBe(false)
  })

  test.each(['0', '0.49', '0.7', '1'])('a threshold of %s is taken, and the response says so', async (threshold) => {
    const { body } = await client.get<Screening>(screen, { name: 'Muhammad', threshold })
    expect(body.threshold).toBe(Number(threshold))
    for (const { similarity } of body.matches) expect(similarity).toBeGreaterThanOrEqual(Number(threshold))
  })

  test('type and lists narrow the search, and only the lists searched are named', async () => {
    const un = (await client.get<Screening>(screen, { name: listed.name, lists: 'UN,EU' })).body
    expect(un.matches.filter(({ list }) => list === 'OFAC')).toEqual([])
    expect(un.lists.map(({ list }) => list)).toEqual(['EU', 'UN'])
    expect((await client.get<Screening>(screen, { name: listed.name, type: 'vessel' })).body.clean).toBe(true)
    expect((await client.get<Screening>(screen, { name: listed.name, type: 'individual' })).body.clean).toBe(false)
  })

  test('another date of birth or country lowers the similarity', async () => {
    const similarity = async (more: Record<string, string>) =>
      (await client.get<Screening>(screen, { name: listed.name, threshold: '0.5', ...more })).body.matches.find(
        ({ entityId }) => entityId === listed.entityId,
      )?.similarity ?? 0
    expect(await similarity({ dateOfBirth: '2001-05' })).toBeLessThan(await similarity({}))
    expect(await similarity({ country: 'no' })).toBeLessThanOrEqual(await similarity({}))
  })

  test('case, accents and punctuation other than the comma change nothing', async () => {
    const matchesOf = async (name: string) =>
      (await client.get<Screening>(screen, { name })).body.matches.map(({ name, similarity }) => [name, similarity])
    const plain = await matchesOf(listed.name)
    for (const name of ['ISMAIL ABDUL SALAH HANIYA', 'ísmäil abdúl sálah hâniyá', 'Ismail. Abdul; Salah (Haniya)!']) {
      expect(await matchesOf(name), name).toEqual(plain)
    }
    expect((await matchesOf(listed.primary))[0]).toEqual([listed.primary, 1])
  })

  test('invisible marks change nothing either', async () => {
    const name = `\u202e${listed.name.replace(' ', '\u200b ')}\u200f`
    const { body } = await client.get<Screening>(screen, { name })
    expect(body.query).toBe(name)
    expect(body.matches[0]).toMatchObject({ entityId: listed.entityId, similarity: 1 })
  })

  test('the same request gets the same response', async () => {
    const once = (await client.get<Screening>(screen, { name: listed.name, threshold: '0.5' })).body
    const again = (await client.get<Screening>(screen, { name: listed.name, threshold: '0.5' })).body
    expect({ ...again, screeningId: '' }).toEqual({ ...once, screeningId: '' })
    expect(again.screeningId).not.toBe(once.screeningId)
  })

  describe('CSV', () => {
    const header =
      'screeningId,query,threshold,list,name,similarity,primaryName,entityId,subjectId,type,aliasStrength,programs,datesOfBirth,countries,identifiers,verdict,status,reason,explanation,lists,stale,sample,clean,reference'

    test('has one row per match', async () => {
      const { headers, text } = await client.get(screen, { name: listed.name }, { Accept: 'text/csv' })
      expect(headers.get('content-type')).toMatch(/^text\/csv/)
      const [first, second] = text.split('\r\n')
      expect(first).toBe(header)
      expect(second).toContain(`,0.86,OFAC,"${listed.primary}",1,`)
    })

    test('has a row for a clean name, with the state of the lists, and neutralises formulas', async () => {
      const clean = await client.get(screen, { name: '=HYPERLINK Quackenbush', reference: 'r', format: 'csv' })
      const [first, second, end] = clean.text.split('\r\n')
      expect([first, end]).toEqual([header, ''])
      expect(second).toMatch(
        /^scr_\w+,'=HYPERLINK Quackenbush,0\.86,{13},clean,,,OFAC published [-\d:.TZ]+ checked [-\d:.TZ]+; EU [^,;]+; UN [^,;]+,false,false,true,r$/,
      )
      const { text } = await client.get(screen, { name: `=${listed.name}`, format: 'csv' })
      expect(text).toContain(`,'=${listed.name},`)
    })
  })

  describe('bad input', () => {
    const withName = (more: Record<string, string>): [string, string][] => [['name', 'a'], ...Object.entries(more)]
    const refused: [string, [string, string][], string][] = [
      ['no name', [], 'query.name'],
      ['an empty name', [['name', '']], 'query.name'],
      ['10,000 characters', [['name', 'a'.repeat(10_000)]], 'query.name'],
      ['501 characters', [['name', '😀'.repeat(500).concat('a')]], 'query.name'],
      ['only punctuation', [['name', '.,;:!?-—()']], 'query.name'],
      ['only an ampersand', [['name', '&']], 'query.name'],
      ['only spaces', [['name', ' \t\u00a0\u3000 ']], 'query.name'],
      ['only emoji', [['name', '😀👩‍🚀🇩🇪']], 'query.name'],
      ['only marks that nobody sees', [['name', '\u200b\u202e\ufeff\u0301']], 'query.name'],
      ['NUL', [['name', 'a\0b']], 'query.name'],
      ['control characters', [['name', 'Jane\u0007\u009bDoe']], 'query.name'],
      ['a threshold of −1', withName({ threshold: '-1' }), 'query.threshold'],
      ['a threshold of 2', withName({ threshold: '2' }), 'query.threshold'],
      ['a threshold of NaN', withName({ threshold: 'NaN' }), 'query.threshold'],
      ['a threshold of "abc"', withName({ threshold: 'abc' }), 'query.threshold'],
      ['an empty threshold', withName({ threshold: '' }), 'query.threshold'],
      [
        'two names',
        [
          ['name', 'a'],
          ['name', 'b'],
        ],
        'query.name',
      ],
      [
        'two thresholds',
        [
          ['name', 'a'],
          ['threshold', '0.9'],
          ['threshold', '0.9'],
        ],
        'query.threshold',
      ],
      ['another type', withName({ type: 'person' }), 'query.type'],
      ['another list', withName({ lists: 'OFAC,HMT' }), 'query.lists[1]'],
      ['no list', withName({ lists: '' }), 'query.lists'],
      ['a list twice', withName({ lists: 'UN,UN' }), 'query.lists'],
      ['a day that does not exist', withName({ dateOfBirth: '1990-02-30' }), 'query.dateOfBirth'],
      ['a month that does not exist', withName({ dateOfBirth: '1990-13' }), 'query.dateOfBirth'],
      ['a date of another form', withName({ dateOfBirth: '30.1.1990' }), 'query.dateOfBirth'],
      ['a country that does not exist', withName({ country: 'ZZ' }), 'query.country'],
      ['a country in words', withName({ country: 'Chad' }), 'query.country'],
      ['a limit of 0', withName({ limit: '0' }), 'query.limit'],
      ['a limit of 201', withName({ limit: '201' }), 'query.limit'],
      ['another format', withName({ format: 'xml' }), 'query.format'],
      ['a parameter that does not exist', withName({ treshold: '0.9' }), 'query.treshold'],
    ]
    test.each(refused)('%s is 400', async (_what, query, path) => {
      const { status, body, headers } = await client.get(screen, query)
      expect(status).toBe(400)
      expect(body).toMatchObject({ error: 'Bad Request', code: 'invalid-request', message: expect.any(String) })
      expect((body.details as { path: string }[]).map((detail) => detail.path)).toContain(path)
      expect(headers.get('X-Service-Quota-Remaining')).toBeNull()
    })

    test('a list that the service does not have is 400, and those that it has are named', async () => {
      const { status, body } = await client.get(screen, { name: 'Jane Doe', lists: 'UK' })
      expect(status).toBe(400)
      expect(body).toMatchObject({ details: [{ message: 'must be one of OFAC, EU, UN' }] })
    })

    test.each(['%ED%A0%80', '%FF', '%', '%C0%AF'])('a name of the bytes %s is 400', async (bytes) => {
      const response = await fetch(`${service.baseUrl}${screen}?name=Jane${bytes}`, {
        headers: { Authorization: `Bearer ${client.secret}` },
      })
      expect(response.status).toBe(400)
    })

    test.each([
      "Robert'); DROP TABLE screenings;--",
      '<script>alert(1)</script>',
      '{{7*7}} %{jndi:ldap://x/a}',
      '../../etc/passwd',
      "' OR 1=1 --",
      'Jane\tDoe\r\nSet-Cookie: a=b',
      'ﷺ',
      '王',
      'ㄱ',
      '𐎠',
      'A',
      '5',
      'x'.repeat(500),
      'Ａｌｉ'.repeat(100),
      `a${'\u0301'.repeat(499)}`,
      `${'mohammed '.repeat(55)}`.trim(),
    ])('%j is screened or refused, and nothing else', async (name) => {
      const { status, body } = await client.get(screen, { name })
      expect([200, 400]).toContain(status)
      if (status === 200) expect(body.query).toBe(name)
    })

    test('500 characters are counted as code points', async () => {
      const { status } = await client.get(screen, { name: `a${'𐎠'.repeat(499)}` })
      expect(status).toBe(200)
    })

    test('wrong keys of every kind are 401, a key without the scope is 403', async () => {
      const revoked = await service.newKey(client)
      await service.administration.revokeKey(by, client.companyId, revoked.keyId)
      const expired = await service.newKey(client, { expiresAt: new Date(Date.now() + 30) })
      const wrong = [
        revoked.secret,
        expired.secret,
        '',
        'svc_',
        `${client.secret}x`,
        'svc_'.repeat(3_000),
        randomBytes(32).toString('hex'),
      ]
      const statusWith = async (key: string) => (await clientOf(service.baseUrl, key).get(screen, { name: 'a' })).status
      await expect.poll(() => statusWith(expired.secret)).toBe(401)
      for (const key of wrong) expect(await statusWith(key)).toBe(401)
      const other = await newClient(service, ['alerts:read'])
      expect((await other.get(screen, { name: 'a' })).status).toBe(403)
    })

    // One service serves all runs; a slow machine gets ten times what a name may take.
    test('no text makes it fail or stall', async () => {
      const texts = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 120 }),
        fc.string({ unit: 'grapheme', maxLength: 120 }),
        fc
          .array(fc.constantFrom('mohammed', 'bank', 'of', '&', 'ltd', '王', 'али', '7', "o'", '-', '٣'), {
            maxLength: 60,
          })
          .map((words) => words.join(' ').slice(0, 500)),
      )
      await fc.assert(
        fc.asyncProperty(texts, async (name) => {
          const begun = performance.now()
          const { status } = await client.get(screen, { name })
          expect([200, 400]).toContain(status)
          expect(performance.now() - begun).toBeLessThan(2_500)
        }),
        { numRuns: 150 },
      )
    })
  })
})
