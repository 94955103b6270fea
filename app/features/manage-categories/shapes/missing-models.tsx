import { Link } from 'react-router'
import { productPagePath } from '#features/catalog/paths.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { type AnswerState, useAnswer } from '#kit/browser/use-answer.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import type { ModelPreview } from '../schema.ts'
import { fetchMissing, type ShapedCategory } from './preview-calls.ts'

/** Which parts of a category have no model, asked shortly after each change. */
export const useMissing = (category: ShapedCategory | undefined) => useAnswer(category, fetchMissing)

/** Whether the shapes themselves are refused, so that nothing can be said of any part. */
export const isRefused = (error: unknown): boolean => error instanceof ProblemError && error.status === 422

/** How many parts of a category have no model, and which with the reason of each. */
export function MissingModels({ missing }: { missing: ReturnType<typeof useMissing> }) {
  const { answer, error, isAsking, askAgain } = missing
  return (
    <div className={classNames('min-w-0', isAsking && 'opacity-60')} aria-busy={isAsking}>
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <p role="status" className={isRefused(error) ? 'text-wait' : 'font-medium'}>
          {statusText(missing)}
        </p>
        {error !== undefined && !isRefused(error) && (
          <Button variant="secondary" size="sm" onClick={askAgain}>
            Try again
          </Button>
        )}
      </div>
      {error === undefined && answer && <Parts preview={answer} />}
    </div>
  )
}

function statusText({ answer, error, isAsking }: AnswerState<ModelPreview>): string {
  if (error !== undefined)
    return isRefused(error)
      ? `No preview yet. ${problemText(error)}`
      : `The parts could not be checked. ${problemText(error)}`
  if (answer) return countText(answer)
  return isAsking ? 'The parts are being checked…' : ''
}

/** `6 of 54 parts have no model` */
function countText({ checked, without }: Pick<ModelPreview, 'checked' | 'without'>): string {
  if (checked === 0) return 'The category has no parts of its own.'
  if (without === 0)
    return checked === 1 ? 'Its part has a model.' : `All ${formatCount(checked)} parts have a model.`
  return `${formatCount(without)} of ${formatCount(checked)} parts ${without === 1 ? 'has' : 'have'} no model.`
}

function Parts({ preview: { parts, without } }: { preview: ModelPreview }) {
  if (parts.length === 0) return null
  return (
    <>
      <ul className="mt-2 max-h-96 overflow-y-auto border-line border-t text-sm">
        {parts.map(({ _id, sku, name, reason }) => (
          <li key={_id} className="border-line border-b py-2">
            <Link to={productPagePath(_id)} className="wrap-anywhere">
              {name}
            </Link>
            <span className="ms-2 font-mono text-muted text-xs">{sku}</span>
            <p className="text-muted">{reason}</p>
          </li>
        ))}
      </ul>
      {without > parts.length && (
        <p className="mt-2 text-muted text-sm">{`And ${formatCount(without - parts.length)} more.`}</p>
      )}
    </>
  )
}
