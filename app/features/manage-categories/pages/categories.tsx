import { useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import { categoryPath } from '#features/catalog/paths.ts'
import type { Category } from '#features/catalog/schema.ts'
import { fetchCategories } from '#features/manage-products/client.ts'
import { fetchShapes } from '#features/models/client.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { listText } from '#kit/text/list-text.ts'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { rememberFocus } from '#kit/ui/overlay/return-focus.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { categoryDraftOf, depthsOf, toChange } from '../editing/category-draft.ts'
import { CategoryForm } from '../editing/category-form.tsx'
import { MissingModels, useMissing } from '../shapes/missing-models.tsx'
import type { Route } from './+types/categories.ts'

export const meta: Route.MetaFunction = () => privateMeta('Categories')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal } = request
  return loadPrivately(request, async ({ email }) => {
    const [categories, shapes] = await Promise.all([fetchCategories(signal), fetchShapes(signal)])
    return { categories, shapes, email }
  })
}

/** The parameter that says which category is edited; the list does not have this slug. */
const EDIT = 'edit'
const NEW = '-'

/** The parameter that says of which category it is shown which parts have no model. */
const MODELS = 'models'

export default function Categories({ loaderData: { categories, shapes, email } }: Route.ComponentProps) {
  const [params, setParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  useUndone(() => void revalidate())
  const edited = params.get(EDIT)
  const close = () => setParams({}, { replace: true, preventScrollReset: true })
  const form = {
    categories,
    shapes,
    email,
    onClose: close,
    onOutdated: revalidate,
    onSaved: async () => {
      close()
      await revalidate()
    },
  }
  const depths = depthsOf(categories)
  return (
    <>
      <PageHeading
        title="Categories"
        lead="Where parts are listed, and which facts they have."
        actions={
          <>
            <ButtonLink to="/dashboard/synonyms" variant="secondary">
              Search words
            </ButtonLink>
            <ButtonLink to={{ search: `?${EDIT}=${NEW}` }} replace preventScrollReset variant="secondary">
              <PlusIcon />
              Add category
            </ButtonLink>
          </>
        }
      />
      {edited === NEW && <CategoryForm category={undefined} {...form} />}
      {categories.length === 0 && edited !== NEW && (
        <EmptyState title="No categories yet" art={<EmptyDrawing />}>
          A category has a page of its own with filters for the attributes of its parts.
        </EmptyState>
      )}
      <ul className="border-line border-t">
        {categories.map((category) => (
          <li key={category.slug} className="border-line border-b">
            <CategoryRow
              category={category}
              depth={depths.get(category.slug) ?? 0}
              hasChildren={categories.some(({ parent }) => parent === category.slug)}
              isShowingModels={params.get(MODELS) === category.slug}
              onDeleted={revalidate}
            />
            {params.get(MODELS) === category.slug && (
              <ModelsOfParts category={category} depth={depths.get(category.slug) ?? 0} />
            )}
            {edited === category.slug && <CategoryForm category={category} {...form} />}
          </li>
        ))}
      </ul>
    </>
  )
}

const indentOf = (depth: number): string => `${depth * 1.5}rem`

type CategoryRowProps = {
  category: Category
  depth: number
  hasChildren: boolean
  isShowingModels: boolean
  onDeleted: () => Promise<void>
}

/** Only a category without parts, and without categories below it, has the button that deletes it. */
function CategoryRow({ category, depth, hasChildren, isShowingModels, onDeleted }: CategoryRowProps) {
  const { slug, name, count, attributes, shape } = category
  const shapes = [shape ?? []].flat().length
  const { busy, remove } = useDeletion(category, onDeleted)
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
      style={{ paddingInlineStart: indentOf(depth) }}
    >
      <div className="min-w-0 flex-1 basis-48">
        <h2 id={`category-${slug}`} className="text-base">
          {name}
        </h2>
        <p className="text-muted text-sm">
          <Link to={categoryPath(slug)}>{`${formatCount(count)} ${count === 1 ? 'part' : 'parts'}`}</Link>
          {attributes.length > 0 && ` · ${listText(attributes.map(({ label }) => label))}`}
          {shapes > 0 && ` · ${shapes === 1 ? '1 shape' : `${shapes} shapes`}`}
        </p>
      </div>
      <div className="flex gap-2">
        {((count > 0 && !hasChildren) || shapes > 0) && (
          <ButtonLink
            to={{ search: isShowingModels ? '' : `${new URLSearchParams({ [MODELS]: slug })}` }}
            replace
            preventScrollReset
            variant="secondary"
            size="sm"
            aria-expanded={isShowingModels}
            aria-describedby={`category-${slug}`}
          >
            Models
          </ButtonLink>
        )}
        <ButtonLink
          to={{ search: `${new URLSearchParams({ [EDIT]: slug })}` }}
          replace
          preventScrollReset
          variant="secondary"
          size="sm"
          aria-describedby={`category-${slug}`}
        >
          Edit
        </ButtonLink>
        {count === 0 && !hasChildren && (
          <Button
            variant="danger"
            size="sm"
            busy={busy}
            aria-describedby={`category-${slug}`}
            onClick={remove}
          >
            Delete
          </Button>
        )}
      </div>
    </div>
  )
}

/** Which parts of a category have no model, as it is saved. */
function ModelsOfParts({ category, depth }: Pick<CategoryRowProps, 'category' | 'depth'>) {
  const { slug, name, attributes, shape } = category
  const missing = useMissing({ slug, attributes, ...(shape && { shape }) })
  return (
    <section
      aria-label={`Models of ${name}`}
      className="max-w-prose pb-4"
      style={{ paddingInlineStart: indentOf(depth) }}
    >
      <MissingModels missing={missing} />
    </section>
  )
}

/** Deletes a category, and offers to make it again. Archived parts of it also keep it: the shop says so. */
function useDeletion(category: Category, onDeleted: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    const param = { slug: encodeURIComponent(category.slug) }
    const restoreFocus = rememberFocus()
    setBusy(true)
    try {
      await unwrap(catalogClient.category[':slug'].$delete({ param }))
      notifyUndo({
        text: `${category.name} is deleted`,
        calls: [
          { method: 'PUT', path: `/api/category/${param.slug}`, body: toChange(categoryDraftOf(category)) },
        ],
      })
      await onDeleted()
      restoreFocus()
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    }
    setBusy(false)
  }
  return { busy, remove }
}
