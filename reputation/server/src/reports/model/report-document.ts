/**
 * A report as it is set: every text, number and drawing of its pages, in order. It goes to the typesetter as JSON, so that
 * no text in it can be markup.
 */
export type Chart = { svg: string; alt: string }

export type Link = { title: string; url: string }

export type ReportDocument = {
  title: string
  author: string
  /** Of the report itself, in the company's time zone. */
  date: { year: number; month: number; day: number }
  head: { company: string; period: string; stamp: string }
  foot: string
  /** Shown on every page where a sample is among the data. */
  sample: string | null
  summary: {
    headline: string
    figures: { value: string; label: string; note: string }[]
    chart: Chart | null
    chartNote: string
    sentences: string[]
    comment: string | null
  }
  why: { sentence: string; chart: Chart | null; pillars: PillarRow[]; note: string }
  stories: { sentence: string; rows: StoryRow[]; note: string }
  sentiment: { sentence: string; chart: Chart | null; days: string[][]; risks: RiskRow[]; risksSentence: string }
  peers: { sentence: string; rows: PeerRow[]; note: string }
  sent: { sentence: string; deliveries: string[][]; alerts: string[][]; screenings: string[][]; note: string }
  limits: { sentence: string; items: { name: string; text: string }[]; languages: string[][] }
  method: { items: { name: string; text: string }[]; sentence: string; articles: (Link & { about: string })[] }
}

export type PillarRow = {
  name: string
  bar: Chart
  got: string
  could: string
  change: string
  score: string
  rests: string
}

export type StoryRow = Link & {
  source: string
  when: string
  facts: string[]
  tones: Chart
  effect: string
}

export type RiskRow = { name: string; bar: Chart; articles: string; gravity: string }

export type PeerRow = {
  name: string
  isOwn: boolean
  dot: Chart | null
  share: string
  articles: string
  mean: string
  score: string
}
