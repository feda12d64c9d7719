/** An authority for tests: a real server on loopback whose files a test replaces, breaks and takes away. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestAuthority {
  /** The address of a file by its path. */
  address(path: string): string
  /** From now on the path responds with this file (and an ETag of its own), or however the function likes. */
  serve(path: string, file: string | Uint8Array | RequestListener): void
  /** Requests so far: `200 /un.xml`. */
  readonly log: string[]
  close(): Promise<void>
}

export async function startAuthority(): Promise<TestAuthority> {
  const handlers = new Map<string, RequestListener>()
  const log: string[] = []
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!
    const handler = handlers.get(path) ?? ((_, response) => response.writeHead(404).end())
    response.on('close', () => log.push(`${response.statusCode} ${path}`))
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let edition = 0
  return {
    address: (path) => base + path,
    serve(path, file) {
      if (typeof file === 'function') return void handlers.set(path, file)
      const etag = `"edition ${++edition}"`
      handlers.set(path, (request, response) => {
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
        else response.writeHead(200, { etag, 'content-length': Buffer.byteLength(file) }).end(file)
      })
    },
    log,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A UN list of this many invented persons; two editions of one size differ in the names of `renamed`. */
export function aUnList(size: number, { date = '2026-11-01', renamed = [] as number[] } = {}): string {
  const individuals = Array.from({ length: size }, (_, index) => {
    const family = renamed.includes(index) ? 'Renamedovich' : 'Sampleson'
    return `<INDIVIDUAL><DATAID>${1000 + index}</DATAID><VERSIONNUM>1</VERSIONNUM>
      <FIRST_NAME>Given${index}</FIRST_NAME><SECOND_NAME>${family}</SECOND_NAME>
      <UN_LIST_TYPE>Test</UN_LIST_TYPE><REFERENCE_NUMBER>TSi.${index}</REFERENCE_NUMBER></INDIVIDUAL>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${date}T00:00:00.000Z">
<INDIVIDUALS>${individuals.join('\n')}</INDIVIDUALS><ENTITIES/></CONSOLIDATED_LIST>`
}

/** An EU list of this many invented persons. */
export function anEuList(size: number): string {
  const entities = Array.from(
    { length: size },
    (_, index) => `<sanctionEntity euReferenceNumber="EU.${index}" logicalId="${index + 1}">
      <regulation programme="TST" publicationDate="2026-01-01"/><subjectType code="person" classificationCode="P"/>
      <nameAlias wholeName="Given${index} Europeson" strong="true" logicalId="${9000 + index}"/></sanctionEntity>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-01T00:00:00.000+01:00" globalFileId="1">
${entities.join('\n')}</export>`
}

/** An OFAC SDN table of this many invented persons, in the authority's own layout. */
export function anSdnTable(size: number): string {
  const rows = Array.from(
    { length: size },
    (_, index) =>
      `${index + 1},"AMERICASON, Given${index}","individual","TEST",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n`,
  )
  return `${rows.join('')}\u001a`
}
