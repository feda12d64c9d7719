/** Help as it is shown: examples first. */
import { styled, type Words, words } from '../../terminal/terminal.ts'
import type { Command, CommandEntry, Option } from '../command.ts'
import { commonOptions } from '../input.ts'

const indent = '  '

export function helpOf(name: string, command: Command): Words[] {
  const { summary, usage, examples, options = [], details } = command
  return [
    words`${summary}.`,
    words``,
    styled('bold', 'Examples'),
    ...examples.flatMap(([line, purpose]) => [
      words`${indent}${styled('dim', `# ${purpose}`)}`,
      words`${indent}svc ${line}`,
    ]),
    words``,
    words`${styled('bold', 'Usage')}  svc ${[name, usage].filter(Boolean).join(' ')}`,
    ...optionLines('Options', options),
    ...optionLines('Common options', commonOptions),
    ...(details
      ? [
          words``,
          ...details
            .trim()
            .split('\n')
            .map((line) => words`${line}`),
        ]
      : []),
  ]
}

/** The same for a program. */
export const helpJson = (name: string, { summary, usage, examples, options = [], details }: Command) => ({
  command: name,
  summary,
  usage: ['svc', name, usage].filter(Boolean).join(' '),
  examples: examples.map(([line, purpose]) => ({ line: `svc ${line}`, purpose })),
  options: [...options, ...commonOptions].map(({ name: option, short, value, help }) => ({
    option: `--${option}`,
    short: short === undefined ? null : `-${short}`,
    value: value ?? null,
    help,
  })),
  details: details?.trim() ?? null,
})

function optionLines(title: string, options: readonly Option[]): Words[] {
  if (options.length === 0) return []
  const rows = options.map((option) => [written(option), option.help] as const)
  const widest = Math.max(...rows.map(([text]) => text.length))
  return [
    words``,
    styled('bold', title),
    ...rows.map(([text, help]) => words`${indent}${text.padEnd(widest)}  ${help}`),
  ]
}

function written({ name, short, value, isNegatable, isMany }: Option): string {
  const long = `--${isNegatable ? '[no-]' : ''}${name}${value === undefined ? '' : ` ${value}`}${isMany ? ' …' : ''}`
  return `${short ? `-${short}, ` : '    '}${long}`
}

export function overview(commands: readonly CommandEntry[]): Words[] {
  const shown = commands.filter(({ group }) => group !== '')
  const widest = Math.max(...shown.map(({ name }) => name.length))
  const groups = [...new Set(shown.map(({ group }) => group))]
  return [
    words`svc deploys container images onto GPUs where the grid is cleanest, and screens names and reads alerts.`,
    words``,
    styled('bold', 'To begin'),
    words`${indent}svc login                                         ${styled('dim', '# keep an API key')}`,
    words`${indent}svc deploy IMAGE --gpu H100 --dry-run             ${styled('dim', '# where it would run, and for how much')}`,
    words`${indent}svc deploy IMAGE --gpu H100 --carbon-aware        ${styled('dim', '# deploy it where the grid is cleanest')}`,
    words`${indent}svc logs -f ID                                    ${styled('dim', '# follow what it writes')}`,
    words`${indent}svc stop ID                                       ${styled('dim', '# stop it')}`,
    ...groups.flatMap((group) => [
      words``,
      styled('bold', group),
      ...shown
        .filter((command) => command.group === group)
        .map(({ name, summary }) => words`${indent}${name.padEnd(widest)}  ${summary}`),
    ]),
    words``,
    words`svc help COMMAND has examples and options; svc help exit-codes and svc help environment say more.`,
  ]
}

export const topics: Record<string, string> = {
  'exit-codes': `
Exit codes

    0  it worked
    1  it failed
    2  the command line, or what it asked for, is wrong
    3  there is no such thing
    4  there is no API key, or it may not do this
    5  the quota of the month is used
    6  no hub has room now, or none could ever take it
    7  it took longer than --timeout, or the service did not respond in time
    8  the deployment failed
  130  interrupted; the id of a deployment that goes on is printed`,
  environment: `
Environment

  SERVICE_API_KEY, SERVICE_BASE_URL
      Key and address of the compute service. They go before what svc login keeps.
  SERVICE_REPUTATION_API_KEY, SERVICE_REPUTATION_BASE_URL
      The same for the reputation service.
  NO_COLOR
      Anything in it, and nothing has colours. They are for terminals alone in any case.
  XDG_CONFIG_HOME, XDG_CACHE_HOME
      Where svc login keeps keys (service/credentials.json), and where names for completion are.`,
}
