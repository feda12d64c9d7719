/**
 * Schemathesis tries a running service against its document: requests that it makes up from the document, valid and
 * invalid ones, a bounded number of each operation, the same every time. No response may be a 5xx or off its schema.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Access } from '@service/foundation/identity/model/access.ts'
import { expect, test } from 'vitest'
import type { WalkedService } from './walk-operations.ts'

const checks = [
  ...['not_a_server_error', 'status_code_conformance', 'content_type_conformance', 'response_headers_conformance'],
  ...['response_schema_conformance', 'unsupported_method', 'allow_header_conformance', 'ignored_auth'],
]

const folder = fileURLToPath(new URL('../../../openapi/checks/', import.meta.url))
const program = `${folder}.venv/bin/schemathesis`
const missing = existsSync(program) ? '' : ' (not run: openapi/checks/install has not been run)'

type Conformance<Service> = {
  /** Of the committed document. */
  name: 'compute' | 'reputation'
  access: Access
  runService: () => Promise<Service>
  /** Operations that last by nature. */
  without?: readonly string[]
}

export function conformsToDocument<Service extends WalkedService>(options: Conformance<Service>): void {
  test.skipIf(missing !== '' && !process.env.CI)(
    `what the service responds is what its document says${missing}`,
    async () => {
      const service = await options.runService()
      try {
        const { secret } = await service.newKey(await service.newCompany(), { scopes: options.access.scopes })
        const words = [
          ...['run', `${folder}../${options.name}.json`, '--url', service.baseUrl, '--checks', checks.join(',')],
          ...['--header', `Authorization: Bearer ${secret}`, '--phases', 'examples,coverage,fuzzing'],
          ...['--max-examples', '10', '--seed', '1', '--request-timeout', '40', '--no-color'],
          ...(options.without ?? []).flatMap((id) => ['--exclude-operation-id', id]),
        ]
        const { code, output } = await run(words)
        expect(code, output.slice(-8_000)).toBe(0)
      } finally {
        await service.stop()
      }
    },
    600_000,
  )
}

/** The service runs in this process, so nothing may wait for the end. */
const run = (words: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(
      program,
      words,
      { cwd: folder, env: { ...process.env, SCHEMATHESIS_HOOKS: 'hooks' }, encoding: 'utf8', maxBuffer: 1e9 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })
