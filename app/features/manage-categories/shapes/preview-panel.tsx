import { useId, useState } from 'react'
import type { Product } from '#features/catalog/schema.ts'
import { ModelPreview } from '#features/models/admin/model-preview.tsx'
import { fittingShape } from '#features/models/fitting-shape.ts'
import type { Shape } from '#features/models/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { type AnswerState, useAnswer } from '#kit/browser/use-answer.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import { isRefused, MissingModels, useMissing } from './missing-models.tsx'
import { type CategoryParts, fetchPartPreview, type ShapedCategory } from './preview-calls.ts'
import { shapeName } from './shape-texts.ts'

type PreviewPanelProps = {
  category: ShapedCategory
  /** Whether the shapes have all that they need. */
  isComplete: boolean
  /** The parts of the category. */
  loaded: AnswerState<CategoryParts>
  onRetry: () => void
  shapes: readonly Shape[]
}

/** What the shapes make of the parts of the category, before they are saved. */
export function PreviewPanel({ category, isComplete, loaded, onRetry, shapes }: PreviewPanelProps) {
  const headingId = useId()
  const parts = loaded.answer?.parts ?? []
  return (
    <section aria-labelledby={headingId} className="min-w-0 rounded border border-line bg-sunken p-4">
      <h3 id={headingId} className="mb-3 text-base">
        Preview
      </h3>
      {loaded.error !== undefined && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          {`The parts could not be loaded. ${problemText(loaded.error)}`}
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
      {loaded.isAsking && !loaded.answer && <Skeleton className="h-11" />}
      {loaded.answer && parts.length === 0 && (
        <p className="text-muted text-sm">The category has no parts of its own yet.</p>
      )}
      {parts.length > 0 && (
        <PartsPreview category={category} isComplete={isComplete} parts={parts} shapes={shapes} />
      )}
    </section>
  )
}

type PartsPreviewProps = Pick<PreviewPanelProps, 'category' | 'isComplete' | 'shapes'> & {
  parts: readonly Product[]
}

function PartsPreview({ category, isComplete, parts, shapes }: PartsPreviewProps) {
  const [chosen, setChosen] = useState('')
  const part = parts.find(({ _id }) => _id === chosen) ?? parts[0]
  const list = [category.shape ?? []].flat()
  const missing = useMissing(isComplete && list.length > 0 ? category : undefined)
  if (!part || list.length === 0)
    return <p className="text-muted text-sm">Add a shape to see what it makes of the parts.</p>
  return (
    <>
      <SelectField
        label="Part"
        value={part._id}
        hint={shapeText(list, part, shapes)}
        onChange={({ target }) => setChosen(target.value)}
      >
        {parts.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
      {isComplete ? (
        <>
          {!isRefused(missing.error) && (
            <PartPreview
              // The model of another part would stand under this name.
              key={part._id}
              question={{ ...category, productId: part._id }}
              name={part.name}
            />
          )}
          <MissingModels missing={missing} />
        </>
      ) : (
        <p role="status" className="text-sm text-wait">
          The preview appears when nothing that is required is missing.
        </p>
      )}
    </>
  )
}

/** `Drawn as shape 2, Wing nut.` */
function shapeText(
  list: readonly { readonly slug: string; readonly when?: Record<string, string | number> }[],
  part: Product,
  shapes: readonly Shape[],
): string {
  const values = Object.fromEntries(part.attributes.map(({ key, value }) => [key, value]))
  const found = fittingShape(list, values)
  if (!found) return 'No shape fits this part.'
  return `Drawn as shape ${list.indexOf(found) + 1}, ${shapeName(found.slug, shapes)}.`
}

type PartPreviewProps = { question: Parameters<typeof fetchPartPreview>[0]; name: string }

function PartPreview({ question, name }: PartPreviewProps) {
  const { askAgain, ...state } = useAnswer(question, fetchPartPreview)
  return (
    <div className="mb-4">
      <ModelPreview name={name} state={state} onRetry={askAgain} />
    </div>
  )
}
