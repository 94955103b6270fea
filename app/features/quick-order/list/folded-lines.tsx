import { formatCount } from '#kit/text/count-text.ts'
import { shortenEnd } from '#kit/text/list-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import type { ListRow } from './pasted-lines.ts'

/** More characters of a line are not shown. */
const LONGEST_SHOWN = 200

type FoldedLinesProps = {
  rows: readonly ListRow[]
  /** The row is a line after all. */
  onMakeLine: (row: ListRow) => void
  /** They leave the text. */
  onRemove: () => void
}

/** The lines that name no part, folded away: none is lost. */
export function FoldedLines({ rows, onMakeLine, onRemove }: FoldedLinesProps) {
  if (rows.length === 0) return null
  return (
    <details className="quick-order-fold">
      <summary>{`Not parts (${formatCount(rows.length)})`}</summary>
      <ul aria-label="Lines that name no part">
        {rows.map((row) => (
          <li key={row.key} data-line={row.index + 1} className="quick-order-row">
            <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 pe-2">
              <span className="min-w-0 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
                <bdi>{shortenEnd(row.text, LONGEST_SHOWN)}</bdi>
              </span>
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Make it a line: ${shortenEnd(row.text, LONGEST_SHOWN)}`}
                onClick={() => onMakeLine(row)}
              >
                Make it a line
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="sm" className="mt-1" onClick={onRemove}>
        Remove them from the text
      </Button>
    </details>
  )
}
