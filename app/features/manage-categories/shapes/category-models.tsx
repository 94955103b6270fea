import type { Shape } from '#features/models/schema.ts'
import { useAnswer } from '#kit/browser/use-answer.ts'
import { fetchCategoryParts, type ShapedCategory } from './preview-calls.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { isComplete, type ShapeDraft } from './shape-draft.ts'
import { ShapeRows } from './shape-rows.tsx'

type CategoryModelsProps = {
  /** Of the category as it would be saved; its slug is undefined while there is no such category. */
  category: Omit<ShapedCategory, 'slug'> & { readonly slug: string | undefined }
  drafts: readonly ShapeDraft[]
  shapes: readonly Shape[]
  errors: Readonly<Record<string, string>>
  clearError: (name: string) => void
  onChange: (drafts: readonly ShapeDraft[]) => void
}

/** How the parts of a category get their models, with a preview. */
export function CategoryModels({ category, drafts, shapes, ...rows }: CategoryModelsProps) {
  const { slug, ...shaped } = category
  const { askAgain, ...loaded } = useAnswer(slug, fetchCategoryParts)
  const attributes = named(shaped.attributes)
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="font-medium">Models</legend>
      <p className="mb-3 max-w-prose text-muted text-sm">
        Each part is drawn as the first shape that fits it, with the sizes of its attributes. Sizes that they
        do not say come from the table of the standard. A part that no shape fits has no model, unless one is
        uploaded.
      </p>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <ShapeRows
          {...rows}
          drafts={drafts}
          attributes={attributes}
          shapes={shapes}
          values={loaded.answer?.values ?? NO_VALUES}
        />
        {slug !== undefined && (
          <div className="xl:sticky xl:top-6">
            <PreviewPanel
              category={{ ...shaped, slug }}
              isComplete={isComplete(drafts, attributes, shapes)}
              loaded={loaded}
              onRetry={askAgain}
              shapes={shapes}
            />
          </div>
        )}
      </div>
    </fieldset>
  )
}

const NO_VALUES: ReadonlyMap<string, readonly string[]> = new Map()

/** The attributes that can be chosen: with a key, each key once. */
const named = (attributes: ShapedCategory['attributes']) =>
  attributes.filter(
    ({ key }, index) => key !== '' && attributes.findIndex((attribute) => attribute.key === key) === index,
  )
