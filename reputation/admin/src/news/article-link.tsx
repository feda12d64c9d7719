import { Link } from '@tanstack/react-router'

/** To the article as it was judged; headlines are text of strangers. */
export const ArticleLink = ({ articleId, title }: { articleId: string; title: string }) => (
  <Link to="/articles/$articleId" params={{ articleId }}>
    <bdi>{title}</bdi>
  </Link>
)
