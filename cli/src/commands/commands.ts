/**
 * Every command of `svc`, in the order in which help shows them. A command is a file in one of the rooms beside this; it is
 * read when it is run.
 */
import type { CommandEntry } from './command.ts'

export type { Command, CommandEntry, Context, Output } from './command.ts'
export { type Input, parseWords } from './input.ts'
export { nearest } from './nearest.ts'

export const commands: readonly CommandEntry[] = [
  {
    group: 'Deployments',
    name: 'deploy',
    summary: 'Deploy a container image onto GPUs',
    load: () => import('./deployments/deploy.ts'),
  },
  {
    group: 'Deployments',
    name: 'list',
    summary: 'List your deployments',
    load: () => import('./deployments/list.ts'),
  },
  {
    group: 'Deployments',
    name: 'get',
    summary: 'Show one deployment, and why it runs where it does',
    load: () => import('./deployments/get.ts'),
  },
  {
    group: 'Deployments',
    name: 'logs',
    summary: 'Print what a deployment writes',
    load: () => import('./deployments/logs.ts'),
  },
  {
    group: 'Deployments',
    name: 'events',
    summary: 'Print what happened to a deployment',
    load: () => import('./deployments/events.ts'),
  },
  {
    group: 'Deployments',
    name: 'stop',
    summary: 'Stop deployments',
    load: () => import('./deployments/stop.ts'),
  },
  {
    group: 'Deployments',
    name: 'delete',
    summary: 'Stop deployments and hide them',
    load: () => import('./deployments/delete.ts'),
  },
  {
    group: 'Deployments',
    name: 'monitor',
    summary: 'Watch your deployments in a live table',
    load: () => import('./deployments/monitor.ts'),
  },
  {
    group: 'Deployments',
    name: 'open',
    summary: 'Open the address of a deployment in a browser',
    load: () => import('./deployments/open.ts'),
  },
  {
    group: 'Deployments',
    name: 'access',
    summary: 'Say who may reach the endpoint of a deployment',
    load: () => import('./deployments/access.ts'),
  },
  {
    group: 'Deployments',
    name: 'domains',
    summary: 'Let domains of your own lead to deployments',
    load: () => import('./deployments/domains.ts'),
  },
  {
    group: 'Deployments',
    name: 'registries',
    summary: 'Keep logins for the registries of private images',
    load: () => import('./deployments/registries.ts'),
  },
  {
    group: 'Where and for how much',
    name: 'hubs',
    summary: 'List hubs, or show one',
    load: () => import('./places/hubs.ts'),
  },
  {
    group: 'Where and for how much',
    name: 'regions',
    summary: 'List regions with their carbon intensity',
    load: () => import('./places/regions.ts'),
  },
  {
    group: 'Where and for how much',
    name: 'pricing',
    summary: 'List types of GPU with their prices',
    load: () => import('./places/pricing.ts'),
  },
  {
    group: 'Where and for how much',
    name: 'carbon',
    summary: 'Show how clean the grid of a country is, now or in the next hours',
    load: () => import('./places/carbon.ts'),
  },
  {
    group: 'Where and for how much',
    name: 'usage',
    summary: 'Show the GPU-hours, cost and emissions of a month',
    load: () => import('./account/usage.ts'),
  },
  {
    group: 'Reputation',
    name: 'screen',
    summary: 'Screen a name against the sanctions lists',
    load: () => import('./reputation/screen.ts'),
  },
  {
    group: 'Reputation',
    name: 'alerts',
    summary: 'List alerts of the last seven days',
    load: () => import('./reputation/alerts.ts'),
  },
  {
    group: 'Reputation',
    name: 'score',
    summary: 'Show the reputation score and what it is made of',
    load: () => import('./reputation/score.ts'),
  },
  {
    group: 'Set-up',
    name: 'login',
    summary: 'Keep an API key',
    load: () => import('./account/login.ts'),
  },
  {
    group: 'Set-up',
    name: 'logout',
    summary: 'Forget the kept API key',
    load: () => import('./account/logout.ts'),
  },
  {
    group: 'Set-up',
    name: 'sandbox',
    summary: 'Try requests without a key, where the service has a sandbox',
    load: () => import('./account/sandbox.ts'),
  },
  {
    group: 'Set-up',
    name: 'mcp',
    summary: 'Let an agent on this machine use a service, over stdio',
    load: () => import('./agents/mcp.ts'),
  },
  {
    group: 'Set-up',
    name: 'completion',
    summary: 'Print the completion for bash, zsh or fish',
    load: () => import('./shell/completion.ts'),
  },
  {
    group: 'Set-up',
    name: 'version',
    summary: 'Print the version',
    load: () => import('./shell/version.ts'),
  },
  {
    group: 'Set-up',
    name: 'help',
    summary: 'Show how a command is used',
    load: () => import('./shell/help.ts'),
  },
  // Asked by the completion scripts; no command for people.
  { group: '', name: 'complete', summary: '', load: () => import('./shell/complete.ts') },
]

export const loadHelp = () => import('./shell/help-text.ts')
