import { formatCount } from '@service/ui/numbers.ts'
import type { ArticleImport } from './model/words.ts'

/** How far an import has come. */
export const Progress = ({ of: { accepted, done } }: { of: Pick<ArticleImport, 'accepted' | 'done'> }) => (
  <span className="imp-progress">
    <progress value={done} max={Math.max(1, accepted)} aria-label="Articles worked on" />
    <span className="small muted">
      {formatCount(done)} of {formatCount(accepted)}
    </span>
  </span>
)
