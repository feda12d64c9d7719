import { readFile } from 'node:fs/promises'
import { cutText } from './cut-text.ts'
import type { Resource } from './model/resource.ts'

/** Pages of `docs/` as resources, read when they are asked for. */
export const docsResources = (pages: readonly { page: string; title: string; about: string }[]): Resource[] =>
  pages.map(({ page, title, about }) => ({
    uri: `service://docs/${page}`,
    name: page,
    title,
    description: about,
    mimeType: 'text/markdown',
    read: async () => cutText(await readFile(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8')),
  }))
