/** Facts of reports, for tests: a plain month, an ugly one, and months of which little is known. */
import { riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import type { MonthOfNews, MonthStory } from '@service/reputation-server/news/model/month-of-news.ts'
import type { ReportFacts } from '@service/reputation-server/reports/model/report-facts.ts'

const dates = Array.from({ length: 31 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)
const at = (date: string, time: string) => Date.parse(`${date}T${time}:00Z`)

export const aStory = (story: Partial<MonthStory> = {}): MonthStory => ({
  id: 'sto_1',
  title: 'Regulator opens an inquiry into widgets',
  source: 'Example Times',
  url: 'https://news.example.com/inquiry',
  beganAt: at('2026-10-12', '07:20'),
  lastAt: at('2026-10-14', '18:00'),
  articleCount: 14,
  outletCount: 11,
  positive: 1,
  neutral: 4,
  negative: 9,
  level: 'high',
  category: 'legal_regulatory',
  reach: 6.35,
  severity: 'high',
  alertedAt: at('2026-10-12', '09:30'),
  effect: -4.2,
  ...story,
})

const pillar = (name: MonthPillarName, got: number, could: number, change: number | null, score: number | null) => ({
  pillar: name,
  got,
  could,
  change,
  score,
  status: score === null ? ('unavailable' as const) : ('ok' as const),
  reason: score === null ? 'no_provider_configured' : null,
  sampleSize: score === null ? 0 : 244,
})
type MonthPillarName = NonNullable<MonthOfNews['score']>['pillars'][number]['pillar']

/** Deterministic, and no two days alike. */
const days = dates.map((date, index) => {
  const count = index % 9 === 4 ? 0 : 1 + ((index * 7) % 12)
  const negative = Math.floor(count * (index > 20 ? 0.6 : 0.2))
  const positive = Math.floor((count - negative) / 2)
  const mean = count === 0 ? null : (positive - negative) / count
  return {
    date,
    count,
    negative,
    positive,
    neutral: count - negative - positive,
    mean,
    unjudged: index % 6 === 0 ? 1 : 0,
  }
})
const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + of(day), 0)

const month: MonthOfNews = {
  subject: { id: 'sub_1', name: 'Zorbaworks' },
  sample: false,
  methodologyVersion: '2.1726f5fb',
  score: {
    before: 51,
    after: 37.9,
    change: -13.1,
    confidence: 'high',
    effectiveMentions: 143.7,
    pillars: [
      pillar('sentiment', 7.6, 35.6, -10.2, 21.4),
      pillar('ai_visibility', 0, 0, null, null),
      pillar('volume', 3.1, 5.6, 1.7, 55.4),
      pillar('authority', 5.5, 10, -0.3, 55),
      pillar('innovation', 4.3, 10, -0.1, 43),
      pillar('performance', 3.9, 14.4, -2.1, 27),
      pillar('purpose', 3.5, 14.4, -4.1, 24.3),
      pillar('share_of_voice', 10, 10, 2, 100),
    ],
    history: ['2026-09-30', ...dates].map((date, index) => ({
      date,
      value:
        index === 0
          ? 51
          : Math.round((51 + Math.sin(index / 3) * 2 - (index > 20 ? (index - 20) * 1.19 : 0)) * 10) / 10,
      observed: index % 9 !== 5,
    })),
  },
  articles: {
    count: sum(({ count }) => count),
    positive: sum(({ positive }) => positive),
    neutral: sum(({ neutral }) => neutral),
    negative: sum(({ negative }) => negative),
    unjudged: sum(({ unjudged }) => unjudged),
    sites: 65,
    outlets: 71,
    mean: -0.214,
    languages: [
      { language: 'en', count: 120, judged: true },
      { language: 'de', count: 31, judged: true },
      { language: 'pl', count: 6, judged: false },
    ],
  },
  days,
  risks: [
    { category: 'data_privacy_cyber', articles: 41, grave: 12, serious: 20, mild: 9 },
    { category: 'legal_regulatory', articles: 17, grave: 0, serious: 11, mild: 6 },
    { category: 'labour_workplace', articles: 3, grave: 1, serious: 0, mild: 2 },
  ],
  stories: [
    aStory({
      id: 'sto_1',
      title: 'Zorbaworks hacked: data of 4.5 million customers stolen',
      effect: -8.1,
      severity: 'critical',
      level: 'critical',
      category: 'data_privacy_cyber',
      articleCount: 41,
      outletCount: 33,
      reach: 21.4,
    }),
    aStory({ id: 'sto_2' }),
    aStory({
      id: 'sto_3',
      title: 'Zorbaworks opens a plant in Brno',
      level: null,
      category: null,
      reach: null,
      severity: null,
      alertedAt: null,
      effect: 1.3,
      negative: 0,
      positive: 9,
      neutral: 3,
      articleCount: 12,
      outletCount: 9,
    }),
  ],
  storyCount: 38,
  withoutTopTwo: 50.3,
  alerts: { critical: 2, high: 5 },
  peers: [
    { name: 'Quxworks', isOwn: false, articles: 90, mean: 0.11, share: 0.3, score: 52.1 },
    { name: 'Foobar Industries', isOwn: false, articles: 30, mean: 0.02, share: 0.1, score: 47.4 },
    { name: 'Zorbaworks', isOwn: true, articles: 180, mean: -0.21, share: 0.6, score: 37.9 },
  ],
  sources: { feeds: 4, sharedFeeds: 12, failingFeeds: 1, imports: 2, silentDates: ['2026-10-05'] },
  cited: Array.from({ length: 24 }, (_, index) => ({
    title: `Headline ${index + 1} about Zorbaworks and what it makes of its widgets`,
    source: `Outlet ${index + 1}`,
    url: `https://outlet-${index + 1}.example.org/a`,
    publishedAt: at(dates[index] ?? '2026-10-31', '10:00'),
    tone: 'neutral' as const,
  })),
}

export const someFacts = (facts: Partial<ReportFacts> = {}, news: Partial<MonthOfNews> = {}): ReportFacts => ({
  company: { name: 'Demo company', timeZone: 'Europe/Berlin' },
  period: '2026-10',
  firstDate: '2026-10-01',
  lastDate: '2026-10-31',
  isWholeMonth: true,
  news: { ...month, ...news },
  sent: {
    webhooks: 2,
    deliveries: [
      { kind: 'alert.critical', succeeded: 4, failed: 0, pending: 0 },
      { kind: 'alert.high', succeeded: 9, failed: 1, pending: 0 },
      { kind: 'reputation.drop', succeeded: 2, failed: 0, pending: 0 },
    ],
  },
  screened: { screenings: 1_204, withMatches: 19, trueMatches: 2, falseMatches: 11 },
  comment: null,
  ...facts,
})

/** What stands in eight scripts, beside what would be markup if it were any. */
export const inManyScripts = {
  latin: 'Łódź: Großbank übernimmt “Ñandú” für 4,5 Mrd. €',
  cyrillic: 'Банк «Заря» оштрафован на 12 млн рублей за утечку',
  greek: 'Η Τράπεζα Αθηνών ερευνάται για απάτη 3 εκατ. ευρώ',
  arabic: 'قرصنة بنك الخليج تكشف بيانات 12 مليون عميل',
  hebrew: 'בנק הגליל נקנס ב 2026 בגין דליפת מידע',
  devanagari: 'बैंक पर 12 करोड़ का जुर्माना लगा',
  thai: 'ธนาคารถูกปรับ 12 ล้านบาท',
  chinese: '银行数据泄露 影响12万客户',
} as const

const hostile = '#let x = 1 *bold* _it_ $a^2$ <b>&amp; `code` [link](x) \\ @ref // '

/** A month of everything that is hard to set: long headlines, scripts from right to left, many of everything. */
export function uglyFacts(): ReportFacts {
  const titles = [
    ...Object.values(inManyScripts),
    `${hostile.repeat(4)}end`,
    'W'.repeat(220),
    'Donaudampfschifffahrtsgesellschaft '.repeat(8),
    'A',
  ]
  const sources = ['الجزيرة نت', 'Süddeutsche Zeitung Magazin am Wochenende', 'הארץ', hostile]
  const item = <T>(items: readonly T[], index: number): T => items[index % items.length] as T
  return someFacts(
    {
      company: { name: 'شركة الخليج <Holding> #1', timeZone: 'Asia/Kathmandu' },
      comment: `${hostile}\nA second line, ${'which goes on and on '.repeat(30)}`,
      sent: {
        webhooks: 100,
        deliveries: ['alert.critical', 'alert.high', 'report.ready', 'reputation.drop', 'screening.match'].map(
          (kind) => ({
            kind,
            succeeded: 1_234_567,
            failed: 23_456,
            pending: 7,
          }),
        ),
      },
      screened: { screenings: 98_765_432, withMatches: 1_234_567, trueMatches: 12_345, falseMatches: 1_000_000 },
    },
    {
      subject: { id: 'sub_1', name: 'بنك الخليج (Gulf Bank) שלום' },
      sample: true,
      articles: {
        ...month.articles,
        count: 1_234_567,
        unjudged: 2_345_678,
        sites: 12_345,
        outlets: 23_456,
        languages: ['en', 'ar', 'he', 'zh', 'hi', 'th', 'el', 'ru', 'pl', 'tr', 'ja', 'ko', '', 'xx'].map(
          (language, index) => ({
            language,
            count: 1_000_000 - index,
            judged: index === 0,
          }),
        ),
      },
      days: days.map((day) => ({
        ...day,
        count: day.count * 9_871,
        negative: day.negative * 9_871,
        positive: day.positive * 9_871,
        neutral: day.neutral * 9_871,
        unjudged: 98_765,
      })),
      risks: riskCategories.map((category, index) => ({
        category,
        articles: 123_456 - index,
        grave: 100_000,
        serious: 20_000,
        mild: 3_456 - index,
      })),
      stories: Array.from({ length: 7 }, (_, index) =>
        aStory({
          id: `sto_${index}`,
          title: item(titles, index === 0 ? 3 : index === 1 ? 8 : index + 2),
          source: item(sources, index),
          url: `https://example.org/${'long/'.repeat(100)}?q=%22%3E%3Cscript%3E#${index}`,
          effect: -9.9 + index,
          articleCount: 12_345,
          outletCount: 2_345,
        }),
      ),
      storyCount: 4_321,
      peers: Array.from({ length: 26 }, (_, index) => ({
        name: index === 25 ? 'بنك الخليج (Gulf Bank) שלום' : `${item(titles, index)} ${index}`,
        isOwn: index === 25,
        articles: 100_000 - index,
        mean: -0.5,
        share: 1 / 26,
        score: index > 20 ? null : 80 - index,
      })),
      sources: { feeds: 200, sharedFeeds: 1_000, failingFeeds: 77, imports: 9_999, silentDates: dates },
      cited: Array.from({ length: 60 }, (_, index) => ({
        title: item(titles, index),
        source: item(sources, index),
        url: `https://example.org/${index}`,
        publishedAt: at('2026-10-31', '18:14'),
        tone: null,
      })),
    },
  )
}

/** Nothing was ever written about the company. */
export const emptyFacts = (): ReportFacts =>
  someFacts(
    {
      sent: { webhooks: 0, deliveries: [] },
      screened: { screenings: 0, withMatches: 0, trueMatches: 0, falseMatches: 0 },
    },
    {
      methodologyVersion: null,
      score: null,
      articles: {
        count: 0,
        positive: 0,
        neutral: 0,
        negative: 0,
        unjudged: 0,
        sites: 0,
        outlets: 0,
        mean: null,
        languages: [],
      },
      days: dates.map((date) => ({ date, count: 0, positive: 0, neutral: 0, negative: 0, mean: null, unjudged: 0 })),
      risks: [],
      stories: [],
      storyCount: 0,
      withoutTopTwo: null,
      alerts: { critical: 0, high: 0 },
      peers: [],
      sources: { feeds: 0, sharedFeeds: 0, failingFeeds: 0, imports: 0, silentDates: dates },
      cited: [],
    },
  )

/** The first day of a month that has only just begun, and the first ever with news. */
export const oneDayFacts = (): ReportFacts =>
  someFacts(
    { lastDate: '2026-10-01', isWholeMonth: false },
    {
      days: days.slice(0, 1),
      stories: month.stories.slice(0, 1).map((story) => ({ ...story, effect: null })),
      storyCount: 1,
      withoutTopTwo: null,
      articles: {
        ...month.articles,
        count: 1,
        positive: 0,
        neutral: 1,
        negative: 0,
        unjudged: 0,
        sites: 1,
        outlets: 1,
        mean: 0.02,
        languages: [{ language: 'en', count: 1, judged: true }],
      },
      score: month.score && {
        ...month.score,
        before: null,
        change: null,
        pillars: month.score.pillars.map((one) => ({ ...one, change: null })),
        history: [{ date: '2026-09-30', value: null, observed: false }, ...month.score.history.slice(1, 2)],
      },
    },
  )

const everyScript = (): ReportFacts => {
  const titles = Object.values(inManyScripts)
  return someFacts({ comment: titles.join(' ') }, { stories: titles.map((title) => aStory({ title })) })
}

/** All of them, by what they are. */
export const months: Record<string, () => ReportFacts> = {
  'a plain month': someFacts,
  'a month of everything that is hard to set': uglyFacts,
  'a month without news': emptyFacts,
  'a month of one day': oneDayFacts,
  'a month in many scripts': everyScript,
}
