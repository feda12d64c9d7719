import type { EncodedText } from '../text/decode.ts'
import { articleText } from './article-text.ts'
import { decodePage } from './decode-page.ts'

/** The text of the article on a page; undefined where it holds none. */
export const run = (page: EncodedText): string | undefined => articleText(decodePage(page))
