/** The programs in the README of a client, and the real service that its first one is run against. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newClient, type RunningService, useService } from '@service/compute-testing/running-service.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'

/** The blocks of code in a language, as they stand there. */
export function readmePrograms(folder: string, language: string): [first: string, ...others: string[]] {
  const text = readFileSync(join(folder, 'README.md'), 'utf8')
  const [first, ...others] = [...text.matchAll(/^```(\w+).*\n([\s\S]*?)^```$/gm)].flatMap(([, name, code]) =>
    name === language ? [code!] : [],
  )
  if (first === undefined) throw new Error(`${folder} has a README without a program`)
  return [first, ...others]
}

/** A service on simulated hubs; the function returns the environment that a README asks for, with a key of its own. */
export function useServiceForReadme(): () => Promise<Record<string, string>> {
  const service = useService(fastestEngine)
  return () => environmentOf(service)
}

export const environmentOf = async (service: RunningService): Promise<Record<string, string>> => ({
  SERVICE_API_KEY: (await newClient(service)).secret,
  SERVICE_BASE_URL: service.baseUrl,
})

/** What the first program prints. */
export const deployed = /^https:\/\/\S+ runs at [a-z]+(-[a-z0-9]+)+(, grade [A-F])?\n$/
