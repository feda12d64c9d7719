/** Articles of a company's own: sent in, and how far their import has come. */
import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { documentedAs } from '@service/foundation/http/document-components.ts'
import { jsonRowsIn, keepJsonBytes, linesOf } from '@service/foundation/http/json-rows.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { ImportProgress, ReadRows } from './article-import.ts'
import { collectRows, slicesOf } from './collect-rows.ts'
import { ImportResponse, toImportResponse } from './import-response.ts'
import type { RowFormat } from './rows/read-article-rows.ts'
import type { StartImport } from './start-import.ts'

export type ArticleDeps = {
  startImport: StartImport
  /** Waits a while for it to be done; undefined where there is none. */
  awaitImport: (companyId: string, id: string) => Promise<ImportProgress | undefined>
  findImport: (companyId: string, id: string) => Promise<ImportProgress | undefined>
  listImports: (companyId: string, beforeId: string | undefined, limit: number) => Promise<ImportProgress[]>
  now: () => Date
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the body of an import holds; read before the quota is debited, for it costs by the row. */
    articleRows: ReadRows | null
  }
}

const bodyBytes = 16 * 1_048_576
const maxArticles = 50_000
const tags = ['Articles']
const config = { scope: 'articles:write' as const }

/** The document alone shows it: each row is checked by itself, so that a bad article does not keep the others out. */
const NewArticle = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Your own id of the article. Either this or `url` is required.' })),
    url: Type.Optional(
      Type.String({ format: 'uri', description: 'The address of the article. Either this or `id` is required.' }),
    ),
    title: Type.String({ description: 'The headline.' }),
    publishedAt: Instant('When the article was published, at most a day ahead.'),
    updatedAt: Type.Optional(Instant('When the article was last changed.')),
    text: Type.Optional(Type.String({ description: 'The article or its beginning, plain text or HTML.' })),
    outlet: Type.Optional(Type.String({ description: 'Who published it; the site when absent.' })),
    language: Type.Optional(Type.String({ description: 'ISO 639-1.', examples: ['en'] })),
  },
  { title: 'NewArticle' },
)
const Articles = Type.Object(
  {
    articles: Type.Array(NewArticle, {
      minItems: 1,
      maxItems: maxArticles,
      examples: [
        [
          {
            url: 'https://news.example.com/widgets-recalled',
            title: 'Example Ltd recalls widgets',
            publishedAt: '2026-11-20T09:30:00Z',
            outlet: 'Example Times',
          },
        ],
      ],
    }),
  },
  { title: 'ArticleImportRequest', additionalProperties: false },
)

const bytes = (shown: object) => documentedAs(Type.Unsafe<Buffer>({}), shown)
const lines = (description: string) => bytes({ type: 'string', description })

const formats: Record<string, RowFormat> = {
  'application/x-ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'text/csv': 'csv',
}

const ImportPath = Type.Object({
  importId: Type.String({
    maxLength: 100,
    description: 'The `importId` of an import.',
    examples: ['imp_01kd3f9n8x4s6t2v7w0y5z1a3b'],
  }),
})

export function articleRoutes(parent: App, deps: ArticleDeps): void {
  // Apart from the other routes, which take JSON alone.
  parent.register(async (app: App) => {
    keepJsonBytes(app)
    app.addContentTypeParser(Object.keys(formats), { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.decorateRequest('articleRows', null)
    importRoutes(app, deps)
  })
}

function importRoutes(app: App, { startImport, awaitImport, findImport, listImports, now }: ArticleDeps): void {
  app.post(
    '/api/v1/articles',
    {
      schema: {
        operationId: 'importArticles',
        tags,
        summary: 'Import articles',
        description:
          'Up to 16 MB. The articles count for your company alone. Sending one again changes nothing; a later version ' +
          'replaces the earlier one. Good rows are kept, and each bad one is reported with its line. The response to a ' +
          'large import is 202 while it runs: `importId` gives its progress. Each good row costs one request of the quota.',
        body: {
          content: {
            'application/json': { schema: bytes(Articles) },
            'application/x-ndjson': { schema: lines('One article as a JSON object per line.') },
            'text/csv': { schema: lines('One article per row; the first row names the columns.') },
          },
        },
        response: { 200: ImportResponse, 202: ImportResponse },
      },
      bodyLimit: bodyBytes,
      preValidation: async (request) => {
        request.articleRows = await readBody(request, now())
      },
      config: { ...config, cost: ({ articleRows }) => Math.max(1, articleRows?.rows.length ?? 1) },
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      const read = request.articleRows!
      const started = await startImport(companyId, read)
      const reached = (await awaitImport(companyId, started.id)) ?? started
      return reply.code(reached.finishedAt ? 200 : 202).send(toImportResponse(reached))
    },
  )

  app.get(
    '/api/v1/articles/imports',
    {
      schema: {
        operationId: 'listArticleImports',
        tags,
        summary: 'List article imports',
        description: 'Newest first.',
        querystring: Type.Object(PageParameters),
        response: {
          200: Type.Object(
            { imports: Type.Array(ImportResponse), nextCursor: NextCursor },
            { title: 'ArticleImportPage' },
          ),
        },
      },
      config,
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const found = await listImports(callerOf(request).companyId, after?.[0] as string | undefined, limit + 1)
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      return { imports: items.map(toImportResponse), nextCursor }
    },
  )

  app.get(
    '/api/v1/articles/imports/:importId',
    {
      schema: {
        operationId: 'getArticleImport',
        tags,
        summary: 'Get an article import',
        description: 'With its progress and the rejected rows.',
        params: ImportPath,
        response: { 200: ImportResponse, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const found = await findImport(callerOf(request).companyId, request.params.importId)
      if (!found) throw new Problem('not-found', 'Import not found.')
      return toImportResponse(found)
    },
  )
}

async function readBody({ body, headers }: FastifyRequest, now: Date): Promise<ReadRows> {
  // Without a content type there is no parser, and so no body.
  if (!Buffer.isBuffer(body))
    throw new Problem('invalid-request', 'The body is empty. This operation requires articles.')
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const format = formats[type] ?? 'ndjson'
  const slices = formats[type] ? slicesOf(body) : linesOf(await jsonRowsIn(body, 'articles', maxArticles))
  return checked(await collectRows(slices, { format, now, maxRows: maxArticles }))
}

/** Where no row is good there is nothing to import, and the request has failed. */
function checked(read: ReadRows): ReadRows {
  if (read.rows.length > 0) return read
  const [first] = read.rejected
  if (!first) throw new Problem('invalid-request', 'The body contains no articles.')
  throw new Problem('invalid-request', `No article is valid. Line ${first.line}: ${first.reason}.`, {
    details: read.rejected.slice(0, 20).map(({ line, reason }) => ({ path: `body line ${line}`, message: reason })),
  })
}
