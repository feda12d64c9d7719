/**
 * The authorities whose lists can be screened against, in the order of responses. How to add one:
 * `docs/how-to/adding-a-list.md`.
 */
import type { RegimesByList } from '@service/reputation-domain/lists/regime.ts'
import { beginningOf, type ListFormat } from '../formats/list-format.ts'
import { ListFormatError } from '../formats/list-format-error.ts'
import { listText } from '../formats/list-text.ts'
import type { Authority } from './authority.ts'
import { eu } from './eu.ts'
import { ofac } from './ofac.ts'
import { uk } from './uk.ts'
import { un } from './un.ts'

export const authorities: readonly Authority[] = [ofac, eu, un, uk]

export const regimesByList: RegimesByList = Object.fromEntries(authorities.map(({ id, regimes }) => [id, regimes]))

/** In the order in which the files of a list are read. */
export const listFormats: readonly ListFormat[] = authorities.flatMap(({ formats }) => formats)

/** The format of a file, by its content: names and media types differ from mirror to mirror, and lie. */
export function formatOf(file: Uint8Array): ListFormat {
  const beginning = beginningOf(file)
  const format = listFormats.find((one) => one.recognises(beginning))
  if (format) return format
  listText(file, 'list') // empty, HTML and wrongly encoded files have messages of their own
  throw new ListFormatError('The file is not a list in a format known here. Check the address it comes from.')
}
