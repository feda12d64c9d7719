/** Headlines with a name that is or is not the company's, and the companies of the news corpus. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'

export type NamedText = TargetedText & { company: string; isCompany: boolean }

export const readNamed = (file: string): NamedText[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as NamedText)
    .map(({ text, start, end, company, isCompany }) => ({ text, start, end, company, isCompany }))

export type Company = { id: string; name: string; aliases: string[]; isAmbiguous: boolean }

type CompanyRow = { id: string; name: string; aliases: string[]; ambiguityNotes: string[] }

export const readCompanies = (dataFolder: string): Company[] =>
  (JSON.parse(readFileSync(join(dataFolder, 'news', 'companies.json'), 'utf8')) as CompanyRow[]).map(
    ({ id, name, aliases, ambiguityNotes }) => ({ id, name, aliases, isAmbiguous: ambiguityNotes.length > 0 }),
  )
