import { useEffect, useId, useState } from 'react'
import { loadPrivately } from '#features/accounts/components.tsx'
import { addProductPath, partPath } from '#features/catalog/paths.ts'
import type { Category, ManagedProduct } from '#features/catalog/schema.ts'
import { manageProducts } from '#features/overview/paths.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { SaveBar } from '#kit/ui/admin/save-bar.tsx'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { useFocusOnError } from '#kit/ui/form/use-focus-on-error.ts'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { Breadcrumbs } from '#kit/ui/page/breadcrumbs.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchCategories, fetchHistory, fetchProduct } from '../client.ts'
import { ConflictPanel } from '../editor/conflict-panel.tsx'
import { changeText } from '../editor/draft-text.ts'
import { FactsForm } from '../editor/facts-form.tsx'
import { FilesPanel } from '../editor/files-panel.tsx'
import { PicturePanel } from '../editor/picture/picture-panel.tsx'
import { PicturesPanel } from '../editor/picture/pictures-panel.tsx'
import { PriceBreaksEditor } from '../editor/price-breaks-editor.tsx'
import { ProductHistory } from '../editor/product-history.tsx'
import { StockPanel } from '../editor/stock-panel.tsx'
import { type Editor, useEditor } from '../editor/use-editor.ts'
import { useArchiving } from '../list/use-archiving.ts'
import { useFeaturing } from '../list/use-featuring.ts'
import { PlannedPanel } from '../planned/planned-panel.tsx'
import type { Route } from './+types/edit-product.ts'

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  privateMeta(loaderData ? loaderData.product.name : isNotFound(error) ? 'Page not found' : 'Product')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async ({ email }) => {
    const { signal } = request
    const [product, categories] = await Promise.all([
      fetchProduct(params.id, signal),
      fetchCategories(signal),
    ])
    return { product, categories, email }
  })
}

export default function EditProduct({ loaderData }: Route.ComponentProps) {
  return <ProductEditor key={loaderData.product._id} {...loaderData} />
}

type ProductEditorProps = { product: ManagedProduct; categories: readonly Category[]; email: string }

function ProductEditor({ product: loaded, categories, email }: ProductEditorProps) {
  const formId = useId()
  const editor = useEditor(loaded, categories, email)
  const { product, conflict, failure, save } = editor
  const form = useFocusOnError(failure)
  const [plansChanged, setPlansChanged] = useState(0)
  const by = useLastAdmin(conflict?.theirs)
  const isSold = product.archivedAt === undefined
  const isLocked = conflict !== undefined || !(isSold || product.unpublished)
  return (
    <>
      <Heading editor={editor} />
      {conflict && (
        <ConflictPanel key={conflict.theirs.revision} conflict={conflict} categories={categories} by={by} />
      )}
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-12">
        <fieldset disabled={isLocked} className="min-w-0">
          <form
            id={formId}
            ref={form}
            noValidate
            aria-label="Product"
            // A focused field stays above the bar.
            className="grid gap-8 [&_:is(input,select,textarea)]:scroll-mb-72"
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <FactsForm editor={editor} categories={categories} />
            <PriceBreaksEditor editor={editor} />
          </form>
        </fieldset>
        <div className="grid gap-8">
          <fieldset disabled={isLocked} className="grid min-w-0 gap-8">
            <PicturePanel editor={editor} isLocked={isLocked} />
            <PicturesPanel key={JSON.stringify(product.images)} editor={editor} isLocked={isLocked} />
            <StockPanel editor={editor} />
            {!product.unpublished && <FilesPanel editor={editor} />}
          </fieldset>
          <PlannedPanel
            editor={editor}
            categories={categories}
            onChanged={() => setPlansChanged((count) => count + 1)}
          />
          <ProductHistory editor={editor} categories={categories} plansChanged={plansChanged} />
        </div>
      </div>
      {!conflict && (
        <SaveBar
          changes={editor.changed.map((field) => changeText(field, editor.before, editor.draft, categories))}
          failure={failure}
          busy={editor.busy}
          formId={formId}
          onDiscard={editor.discard}
          bringBack={editor.bringBack}
        />
      )}
    </>
  )
}

function Heading({ editor }: { editor: Editor }) {
  const { product, refresh } = editor
  const isArchived = product.archivedAt !== undefined
  const { busyId, archive, restore } = useArchiving(refresh)
  const featuring = useFeaturing(refresh)
  const busy = busyId !== undefined
  const hasUnsaved = product.unpublished === true && editor.changed.length > 0
  return (
    <div className="grid gap-4">
      <div>
        <Breadcrumbs above={[manageProducts]} />
        <PageHeading
          title={<Unbroken text={product.name} />}
          actions={
            <>
              <ButtonLink to={addProductPath(product._id)} variant="secondary">
                Duplicate
              </ButtonLink>
              <Button
                variant="secondary"
                busy={featuring.busy}
                onClick={() => void featuring.mark([product._id], product.featuredAt === undefined)}
              >
                {product.featuredAt === undefined ? 'Mark as featured' : 'Remove from featured'}
              </Button>
              {!isArchived && (
                <>
                  <ButtonLink to={partPath(product.sku)} variant="secondary">
                    View in shop
                  </ButtonLink>
                  <Button variant="danger" busy={busy} onClick={() => void archive(product)}>
                    Archive
                  </Button>
                </>
              )}
            </>
          }
        />
      </div>
      {isArchived && (
        <Notice
          tone="waiting"
          action={
            // What is typed and not saved would not be for sale: another price, for example.
            <Button
              variant="secondary"
              size="sm"
              busy={busy}
              disabled={hasUnsaved}
              onClick={() => void restore(product)}
            >
              {product.unpublished ? 'Put up for sale' : 'Restore'}
            </Button>
          }
        >
          {product.unpublished
            ? 'It is not for sale yet: only staff see it. Files can be added once it is for sale.'
            : 'It is archived: not for sale, and kept for its orders.'}
          {hasUnsaved && ' Save or discard the changes before it is put up for sale.'}
        </Notice>
      )}
    </div>
  )
}

/** The e-mail address of the admin who made the last change, once it is known. */
function useLastAdmin(product: ManagedProduct | undefined): string | undefined {
  const [by, setBy] = useState<string>()
  const { _id, revision } = product ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision may be of another admin.
  useEffect(() => {
    if (_id === undefined) return
    const controller = new AbortController()
    fetchHistory(_id, { limit: '1', after: undefined }, controller.signal).then(
      ({ rows }) => setBy(rows[0]?.by),
      // The page does without the name.
      () => undefined,
    )
    return () => controller.abort()
  }, [_id, revision])
  return by
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NoSuchProduct />
  return <LoadFailure heading="Product" title="The product could not be loaded" error={error} />
}

const NoSuchProduct = () => (
  <>
    <PageHeading title="Page not found" />
    <EmptyState
      title="There is no such product"
      art={<EmptyDrawing />}
      action={
        <ButtonLink to={manageProducts.path} variant="secondary" size="sm">
          {manageProducts.name}
        </ButtonLink>
      }
    >
      The link may be old or incomplete.
    </EmptyState>
  </>
)
