import type { ErasureReport } from '../../erasure/erasure.ts'
import { optionalCompany } from '../chosen-company.ts'
import { type Command, type CommandOutput, list } from '../command.ts'

export const erase: Command = {
  usage: 'erase',
  options: {
    email: { value: 'TEXT', says: "The person's e-mail address" },
    name: { value: 'TEXT', says: "The person's name" },
    company: { value: 'COMPANY', says: 'Only in this company', default: 'everywhere' },
    yes: { says: 'Do it; without this, only show what would be redacted' },
  },
  summary: 'Redact a person everywhere except under legal hold; ids, times and hashes stay',
  async run({ admin, by, input }) {
    const company = await optionalCompany({ admin, by, input })
    const person = { email: input.text('email'), name: input.text('name') }
    if (input.flag('yes')) return asOutput(await admin.erasePerson(by, company?.id, person))
    const report = await admin.previewErasure(by, company?.id, person)
    return { ...asOutput(report), note: 'Nothing has been changed. Add --yes to redact; it cannot be undone.' }
  },
}

const asOutput = (report: ErasureReport): CommandOutput =>
  list(
    'data',
    Object.entries(report).map(([name, redaction]) => ({ name, ...redaction })),
  )
