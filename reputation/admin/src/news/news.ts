/** What several screens about the news show: it is no room of its own. */
export { ArticleLink } from './article-link.tsx'
export { ShownNews } from './shown-news.tsx'
