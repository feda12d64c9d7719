/** The command on the sample of news: `sample send`. */
import { companyOption, optionalCompany } from '@service/foundation/admin/chosen-company.ts'
import { type Command, list } from '@service/foundation/admin/command.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import type { SampleActs } from './sample-acts.ts'

const demoSlug = 'demo'

const sampleSend: Command<AdministrationFace & SampleActs> = {
  usage: 'sample send',
  options: { company: { ...companyOption.company, says: `${companyOption.company.says} (${demoSlug})` } },
  summary: 'Send the last alerts and the last drop of the demo’s sample of news to a company’s webhooks',
  async run({ admin, by, input }) {
    const company = (await optionalCompany({ admin, by, input })) ?? (await admin.readCompany(by, demoSlug))
    return list('events', await admin.sendSampleEvents(by, company.id), ['id', 'event', 'title'])
  },
}

export const sampleCommands = [sampleSend] as const
