/** The commands on completions of language models: `visibility import`, `visibility list`. */
import { createReadStream } from 'node:fs'
import { companyOption, optionalCompany } from '@service/foundation/admin/chosen-company.ts'
import { type Command, item, list } from '@service/foundation/admin/command.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import type { CompletionActs } from './completion-acts.ts'
import { readCompletionRows } from './read-completion-rows.ts'

type CompletionCommand = Command<AdministrationFace & CompletionActs>

const maxRejections = 100
const maxListed = 50

const visibilityImport: CompletionCommand = {
  usage: 'visibility import <file>',
  options: companyOption,
  summary: 'Import answers of language models (NDJSON), for every company or for one',
  async run({ admin, by, input }) {
    const companyId = (await optionalCompany({ admin, by, input }))?.id
    const { rows, rejected } = await readCompletionRows(createReadStream(input.path('file')), {
      sector: companyId === undefined ? undefined : await admin.readOwnSector(by, companyId),
      now: admin.now(),
    })
    const created = await admin.importCompletions(by, companyId, rows)
    const output = {
      created,
      known: rows.length - created,
      rejected: rejected.length,
      rejections: rejected.slice(0, maxRejections),
    }
    return item(output, 'The figures that rest on them are made again as soon as the service runs.')
  },
}

const visibilityList: CompletionCommand = {
  usage: 'visibility list',
  options: companyOption,
  summary: 'List the latest answers of language models, and failures to get one; without a company, the operator’s',
  async run({ admin, by, input }) {
    const companyId = (await optionalCompany({ admin, by, input }))?.id
    const found = await admin.listCompletions(by, companyId, maxListed)
    return list('answers', found, ['askedAt', 'provider', 'model', 'sector', 'prompt', 'failure'])
  },
}

export const completionCommands: readonly CompletionCommand[] = [visibilityImport, visibilityList]
