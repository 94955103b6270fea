import { problemText } from '#kit/browser/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'

/** A change in words. */
export interface ChangeText {
  readonly label: string
  readonly from: string
  readonly to: string
}

/** More changes are only counted. */
const SHOWN = 3

const BAR =
  'bottom-bar sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-6 gap-y-3 border-edge border-t bg-paper px-4 py-3 md:mx-0 md:px-0'

type SaveBarProps = {
  changes: readonly ChangeText[]
  /** What the last try to save threw; null without an error. */
  failure: unknown
  busy: boolean
  formId: string
  onDiscard: () => void
  /** Takes the discarding back; undefined when nothing is discarded. */
  bringBack: (() => void) | undefined
}

/** Says what saving will change. It stays at the lower edge while there are unsaved changes. */
export function SaveBar({ changes, failure, busy, formId, onDiscard, bringBack }: SaveBarProps) {
  if (bringBack)
    return (
      <section aria-label="Unsaved changes" className={BAR}>
        <p role="status" className="min-w-0 flex-1 basis-64 text-sm">
          The changes are discarded
        </p>
        <Button variant="secondary" onClick={bringBack}>
          Undo
        </Button>
      </section>
    )
  if (changes.length === 0) return null
  const more = changes.length - SHOWN
  return (
    <section aria-label="Unsaved changes" className={BAR}>
      <div className="min-w-0 flex-1 basis-64 text-sm" role="status">
        {failure !== null && <p className="text-bad">{problemText(failure)}</p>}
        <ul>
          {changes.slice(0, SHOWN).map((change) => (
            <ChangeLine key={`${change.label} ${change.from} ${change.to}`} change={change} />
          ))}
          {more > 0 && <li className="text-muted">{`and ${formatCount(more)} more`}</li>}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" form={formId} busy={busy}>
          {changes.length === 1 ? 'Save 1 change' : `Save ${formatCount(changes.length)} changes`}
        </Button>
      </div>
    </section>
  )
}

/** A changed field with its value before, struck through, and after. */
export const ChangeLine = ({ change: { label, from, to } }: { change: ChangeText }) => (
  <li className="line-clamp-2 wrap-anywhere">
    <span className="text-muted">{`${label}: `}</span>
    <del className="text-muted">{from}</del>
    {' → '}
    <ins className="no-underline">{to}</ins>
  </li>
)
