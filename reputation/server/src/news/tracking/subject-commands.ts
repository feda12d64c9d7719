/**
 * The commands on subjects: `subject add`, `subject list`, `subject set`, `subject remove`, `company subject`, `company
 * alerts`.
 */
import { companyOption, optionalCompany } from '@service/foundation/admin/chosen-company.ts'
import { type Command, item, list, type Row } from '@service/foundation/admin/command.ts'
import type { CommandInput } from '@service/foundation/admin/command-input.ts'
import { UsageError } from '@service/foundation/admin/usage-error.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import type { Alias } from '@service/reputation-domain/subjects/subject.ts'
import { type StoredSubject, subjectRoles } from '../model/stored-subject.ts'
import type { SubjectActs } from './subject-acts.ts'

type SubjectCommand = Command<AdministrationFace & SubjectActs>

const definitionOptions = {
  name: { value: 'TEXT', says: 'What people call it' },
  sector: { value: 'TEXT', says: 'Peers are those of one sector' },
  aliases: { value: 'NAMES', says: 'Names in the news, comma-separated' },
  ambiguous: { value: 'NAMES', says: 'Names that are also common words, or others’ names' },
  'exact-case': { value: 'NAMES', says: 'Those of the names that count only as they are written' },
  blockers: { value: 'PHRASES', says: 'Phrases in which a name means something else' },
} as const

const subjectAdd: SubjectCommand = {
  usage: 'subject add <name>',
  options: {
    sector: { ...definitionOptions.sector, required: true },
    aliases: definitionOptions.aliases,
    ambiguous: definitionOptions.ambiguous,
    'exact-case': definitionOptions['exact-case'],
    blockers: definitionOptions.blockers,
    ...companyOption,
  },
  summary: 'Add a company to look for in the news, for every tenant or for one',
  async run({ admin, by, input }) {
    const name = input.argument('name')
    const companyId = (await optionalCompany({ admin, by, input }))?.id
    const aliases = aliasesIn(input) ?? [{ text: name }]
    const blockers = input.list('blockers')
    const definition = { name, sector: input.required('sector'), aliases, ...(blockers && { blockers }) }
    const subject = await admin.addSubject(by, { ...definition, companyId })
    return item(shown(subject), 'Stored articles are searched for it in the background.')
  },
}

const subjectList: SubjectCommand = {
  usage: 'subject list',
  options: companyOption,
  summary: 'List subjects; of a company, those it follows',
  async run({ admin, by, input }) {
    const company = await optionalCompany({ admin, by, input })
    if (!company) return list('subjects', (await admin.listSubjects(by)).map(shown), columns)
    const followed = await admin.listFollowedSubjects(by, company.id)
    return list(
      'subjects',
      followed.map(({ role, ...subject }) => ({ ...shown(subject), role })),
      [...columns, 'role'],
    )
  },
}

const columns = ['id', 'name', 'sector', 'aliases', 'company']

const subjectSet: SubjectCommand = {
  usage: 'subject set <subject>',
  options: definitionOptions,
  summary: 'Change a subject (id or name)',
  async run({ admin, by, input }) {
    const [name, sector, aliases, blockers] = [
      input.text('name'),
      input.text('sector'),
      aliasesIn(input),
      input.list('blockers'),
    ]
    const changes = {
      ...(name !== undefined && { name }),
      ...(sector !== undefined && { sector }),
      ...(aliases && { aliases }),
      ...(blockers && { blockers }),
    }
    if (Object.keys(changes).length === 0) throw new UsageError('Nothing to change was named.')
    return item(shown(await admin.changeSubject(by, input.argument('subject'), changes)))
  },
}

const subjectRemove: SubjectCommand = {
  usage: 'subject remove <subject>',
  options: { followed: { says: 'Even where companies follow it: those whose own it is lose their figures' } },
  summary: 'Remove a subject (id or name) and what was found about it; articles stay',
  async run({ admin, by, input }) {
    const evenIfFollowed = input.flag('followed')
    const { mentions, followers, ...subject } = await admin.removeSubject(by, input.argument('subject'), {
      evenIfFollowed,
    })
    return item({
      ...shown(subject),
      mentions,
      followers: followers.map(({ companyId, role }) => `${companyId} (${role})`),
    })
  },
}

const companySubject: SubjectCommand = {
  usage: 'company subject <company> <subject> <role>',
  summary: 'Have a company (slug or id) follow a subject as its own or as a peer, or (none) no more',
  async run({ admin, by, input }) {
    const word = input.argument('role')
    const role = subjectRoles.find((one) => one === word)
    if (!role && word !== 'none') throw new UsageError(`<role> must be one of ${subjectRoles.join(', ')}, none.`)
    const company = await admin.readCompany(by, input.argument('company'))
    return item(await admin.followSubject(by, company.id, input.argument('subject'), role))
  },
}

const companyAlerts: SubjectCommand = {
  usage: 'company alerts <company> <threshold>',
  summary: 'Set from which probability of a negative judgement, 0 to 1, an article is an alert of a company (0.75)',
  async run({ admin, by, input }) {
    const company = await admin.readCompany(by, input.argument('company'))
    return item(await admin.setAlertThreshold(by, company.id, Number(input.argument('threshold'))))
  },
}

export const subjectCommands: readonly SubjectCommand[] = [
  subjectAdd,
  subjectList,
  subjectSet,
  subjectRemove,
  companySubject,
  companyAlerts,
]

/** Names under either option; undefined where neither is given. */
function aliasesIn(input: CommandInput): Alias[] | undefined {
  const [plain, ambiguous] = [input.list('aliases'), input.list('ambiguous')]
  if (!plain && !ambiguous) return undefined
  const exact = new Set(input.list('exact-case'))
  const alias = (text: string, needsContext: boolean): Alias => ({
    text,
    ...(needsContext && { needsContext }),
    ...(exact.has(text) && { caseSensitive: true }),
  })
  return [
    ...(ambiguous ?? []).map((text) => alias(text, true)),
    ...(plain ?? []).filter((text) => !ambiguous?.includes(text)).map((text) => alias(text, false)),
  ]
}

const shown = ({ companyId, aliases, ...subject }: StoredSubject): Row => ({
  ...subject,
  aliases: aliases.map(({ text }) => text),
  company: companyId ?? null,
})
