import { problemText } from '#kit/browser/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import type { Category } from '../../schema.ts'
import { type ChangeText, changeText } from './draft-text.ts'
import type { Editor } from './use-editor.ts'

/** More changes are only counted. */
const SHOWN = 3

const BAR =
  'bottom-bar sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-6 gap-y-3 border-edge border-t bg-paper px-4 py-3 md:mx-0 md:px-0'

type SaveBarProps = { editor: Editor; categories: readonly Category[]; formId: string }

/** Says what saving will change. It stays at the lower edge while there are unsaved changes. */
export function SaveBar({ editor, categories, formId }: SaveBarProps) {
  const { changed, before, draft, failure, busy, discard, bringBack } = editor
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
  if (changed.length === 0) return null
  const more = changed.length - SHOWN
  return (
    <section aria-label="Unsaved changes" className={BAR}>
      <div className="min-w-0 flex-1 basis-64 text-sm" role="status">
        {failure !== null && <p className="text-bad">{problemText(failure)}</p>}
        <ul>
          {changed.slice(0, SHOWN).map((field) => (
            <ChangeLine key={field} change={changeText(field, before, draft, categories)} />
          ))}
          {more > 0 && <li className="text-muted">{`and ${formatCount(more)} more`}</li>}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={discard}>
          Discard
        </Button>
        <Button type="submit" form={formId} busy={busy}>
          {changed.length === 1 ? 'Save 1 change' : `Save ${formatCount(changed.length)} changes`}
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
