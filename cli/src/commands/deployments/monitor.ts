/**
 * A table that is drawn again as deployments change, on a screen of its own, so that what was there before is there again
 * afterwards. One request a time: a week of watching must not use the requests of the month.
 */
import type { Compute, DeploymentSummary, MonthUsage } from '../../../../sdks/typescript/src/index.ts'
import { exitCode, usageError } from '../../exit-code.ts'
import { apiNames, describeFailure } from '../../services/services.ts'
import { type Column, esc, styled, type Terminal, tableLines, type Words, words } from '../../terminal/terminal.ts'
import type { Command, Context } from '../command.ts'
import { age, clockTime, rounded, usd } from '../format.ts'
import { gpusOf, isOver, statusWords } from './show-deployment.ts'

const busyMs = 2_000
const calmMs = 5_000
const usageMs = 30_000
/** How long what has ended is still shown. */
const endedMs = 15 * 60_000

type View = { deployments: readonly DeploymentSummary[]; usage: MonthUsage; seenAt: Date; fault?: string | undefined }

export const command: Command = {
  summary: 'Watch your deployments in a live table; q quits',
  usage: '[options]',
  examples: [
    ['monitor', 'what runs, and what has just ended'],
    ['monitor --interval 10s', 'asking less often'],
    ['monitor --once', 'once, for a script or a screenshot'],
  ],
  options: [
    {
      name: 'interval',
      value: 'TIME',
      help: 'How often to ask: 2s while something changes, 5s otherwise unless given',
    },
    { name: 'once', help: 'Print the table once; so too where there is no terminal' },
  ],
  async run(context) {
    const { input, output, terminal, compute } = context
    const intervalMs = input.durationMs('interval')
    if (intervalMs !== undefined && intervalMs < 1_000) throw usageError('--interval must be at least 1s.')
    const client = await compute()
    const view = await read(client, undefined)
    if (output.isJson) {
      const { deployments, usage } = view
      return output.json(apiNames({ deployments, usage }))
    }
    const isLive = terminal.stdout.isInteractive && terminal.stdin.isTTY && !input.has('once')
    if (!isLive) return output.lines(draw(view, terminal, undefined))
    await live(client, view, intervalMs, context)
  },
}

async function read(client: Compute, before: { usage: MonthUsage } | undefined): Promise<View> {
  const now = Date.now()
  const page = await client.deployments.list({ limit: 100 }).first()
  const deployments = page.deployments.filter(
    (deployment) => !isOver(deployment) || now - Date.parse(deployment.endedAt ?? deployment.statusSince) < endedMs,
  )
  const usage = before?.usage ?? (await client.usage.get())
  return { deployments, usage, seenAt: new Date(now) }
}

const screen = {
  enter: `${esc}[?1049h${esc}[?25l`,
  leave: `${esc}[?25h${esc}[?1049l`,
  home: `${esc}[H`,
  clearLine: `${esc}[K`,
  clearBelow: `${esc}[J`,
}

async function live(client: Compute, first: View, intervalMs: number | undefined, context: Context): Promise<void> {
  const { terminal, whenInterrupted } = context
  const { stdin, stdout } = terminal
  let view = first
  let usageAt = performance.now()
  const redraw = () => {
    const lines = draw(view, terminal, stdout.rows).map((line) => line.cut(stdout.columns, terminal.ellipsis))
    const shown = lines.map((line) => `${line.render(stdout.isColoured)}${screen.clearLine}`)
    stdout.write(`${screen.home}${shown.join('\r\n')}${screen.clearBelow}`)
  }
  const release = terminal.whenLeft(() => {
    stdin.setRawMode(false)
    stdout.write(screen.leave)
  })
  whenInterrupted(() => words`Deployments go on: svc list`)
  stdin.setRawMode(true)
  stdin.resume()
  stdout.write(screen.enter)
  redraw()
  const keys = pressedKeys(terminal)
  const stopListening = terminal.onResize(redraw)
  try {
    for (;;) {
      const isBusy = view.deployments.some(({ status }) => !['running', 'stopped', 'failed'].includes(status))
      if ((await keys.pressedWithin(intervalMs ?? (isBusy ? busyMs : calmMs))) === 'quit') return
      const isUsageOld = performance.now() - usageAt > usageMs
      view = await readAgain(client, view, isUsageOld)
      if (isUsageOld) usageAt = performance.now()
      redraw()
    }
  } finally {
    stopListening()
    release()
    stdin.pause()
    stdin.setRawMode(false)
    stdout.write(screen.leave)
  }
}

/** What cannot be read now is said in the table, which goes on; a key that is refused ends it. */
async function readAgain(client: Compute, before: View, isUsageOld: boolean): Promise<View> {
  try {
    return await read(client, isUsageOld ? undefined : before)
  } catch (error) {
    const failure = await describeFailure(error)
    if (!failure || failure.code === exitCode.auth || failure.code === exitCode.quota) throw error
    return { ...before, fault: failure.message }
  }
}

const quitting = ['q', 'Q', String.fromCharCode(3), String.fromCharCode(4)]
/** What an arrow or a function key sends, which has letters of its own. */
const sequence = new RegExp(`${esc}(?:\\[[0-9;?]*[@-~]|O.)`, 'g')

/** `q`, Escape and Ctrl-C quit; every other key asks at once. */
function pressedKeys({ stdin }: Terminal) {
  let wake: ((key: 'quit' | 'other') => void) | undefined
  let hasQuit = false
  stdin.on('data', (keys: Buffer) => {
    const text = keys.toString('latin1')
    const typed = text.replaceAll(sequence, '') // several keys, if they came while nobody read
    if (quitting.some((key) => typed.includes(key)) || typed === esc) hasQuit = true
    wake?.(hasQuit ? 'quit' : 'other')
  })
  stdin.on('end', () => wake?.('quit'))
  return {
    pressedWithin: (ms: number) =>
      new Promise<'quit' | 'other' | 'none'>((resolve) => {
        if (hasQuit) return resolve('quit')
        const timer = setTimeout(resolve, ms, 'none')
        wake = (key) => {
          clearTimeout(timer)
          resolve(key)
        }
      }),
  }
}

function draw({ deployments, usage, seenAt, fault }: View, terminal: Terminal, rows: number | undefined): Words[] {
  const { stdout, ellipsis } = terminal
  const running = deployments.filter(({ status }) => status === 'running')
  const gpus = running.reduce((sum, { count }) => sum + count, 0)
  const spent = usage.usage.costUsd + usage.simulated.costUsd
  const grams = usage.usage.gco2 + usage.simulated.gco2
  const head = [
    words`${styled('bold', 'svc')}  ${running.length} running on ${gpus} GPUs   ${styled('dim', `${clockTime(seenAt.toISOString())} UTC`)}`,
    words`${usage.month}  ${rounded(usage.usedGpuHours)} of ${rounded(usage.limitGpuHours)} GPU-hours, ${usd(spent)}, ${rounded(grams)} gCO2e`,
    words``,
  ]
  const used = new Map(usage.deployments.map((one) => [one.deploymentId, one]))
  const columns = monitorColumns(used)
  const room = { columns: stdout.isTerminal ? stdout.columns : undefined, ellipsis }
  const table = deployments.length > 0 ? tableLines(deployments, columns, room) : [words`Nothing runs: svc deploy`]
  const foot = [words``, fault ? styled('red', fault) : styled('dim', 'q quits')]
  if (rows === undefined) return [...head, ...table]
  const height = Math.max(1, rows - head.length - foot.length)
  const shown =
    table.length <= height
      ? table
      : [...table.slice(0, height - 1), words`${ellipsis} ${table.length - height + 1} more: svc list`]
  return [...head, ...shown, ...foot].slice(0, rows)
}

type Used = ReadonlyMap<string, { gpuHours: number; costUsd: number; gco2: number }>

const monitorColumns = (used: Used): Column<DeploymentSummary>[] => [
  { title: 'NAME', cell: ({ name, deploymentId }) => name ?? deploymentId, flexible: true },
  { title: 'STATUS', cell: ({ status }) => statusWords(status) },
  { title: 'REASON', cell: ({ reason }) => reason ?? '', flexible: true, dispensable: 6 },
  { title: 'GPUS', cell: gpusOf, dispensable: 4 },
  { title: 'HUB', cell: ({ hub }) => hub ?? '', dispensable: 1 },
  { title: 'GRADE', cell: ({ carbonScore }) => carbonScore ?? '', dispensable: 3 },
  { title: 'SINCE', cell: ({ statusSince }) => age(statusSince), align: 'right', dispensable: 2 },
  {
    title: 'GPU-H',
    cell: ({ deploymentId }) => figure(used.get(deploymentId)?.gpuHours),
    align: 'right',
    dispensable: 7,
  },
  { title: 'USD', cell: ({ deploymentId }) => figure(used.get(deploymentId)?.costUsd), align: 'right', dispensable: 5 },
  { title: 'gCO2e', cell: ({ deploymentId }) => figure(used.get(deploymentId)?.gco2), align: 'right', dispensable: 5 },
]

const figure = (number: number | undefined): string => (number === undefined ? '' : number.toFixed(2))
