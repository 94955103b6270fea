import { Link } from 'react-router'
import { productPagePath } from '#features/catalog/paths.ts'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import { isSoldOut } from '#features/pricing/quantity-terms.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import { heldSum } from '#features/stock-count/held.ts'
import { formatPrice } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { ChooseRow } from '#kit/ui/admin/chosen.tsx'
import type { Chosen } from '#kit/ui/admin/use-chosen.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import type { Column } from '#kit/ui/list/data-table.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { heldText } from '../held/held-text.ts'
import type { ListedProduct } from '../schema.ts'
import { type ChosenColumn, chosenColumns } from '../states.ts'
import { LOW_COLUMNS } from './low-columns.tsx'
import { readFilter, sortOf } from './product-filter.ts'
import { NUMBER, ofProducts, type ProductColumn, type ProductRow } from './product-row.ts'

export const columnLabels: Readonly<Record<ChosenColumn, string>> = {
  sku: 'Part number',
  category: 'Category',
  onHand: 'On hand',
  held: 'Held',
  reorderPoint: 'Reorder point',
  state: 'State',
}

export type TableProps = {
  /** Without it no product can be chosen. */
  chosen: Chosen | undefined
  params: URLSearchParams
  shown: readonly ChosenColumn[]
  /** The names of the categories by their slugs. */
  categories: ReadonlyMap<string, string>
  busyId: string | undefined
  onDelete: (product: ListedProduct) => void
  onRestore: (product: ListedProduct) => void
}

/**
 * The columns of Manage Products. Where there is room each product has one line. On a phone the first line has picture and name,
 * the second price and stock, the last what can be done.
 */
export function productColumns(props: TableProps): Column<ProductRow>[] {
  const { chosen, params } = props
  const isLow = readFilter(params).state === 'low'
  // What a part is below is told wherever it is listed for that.
  const shown = isLow ? [...props.shown, 'reorderPoint'] : props.shown
  const choosable = choosableColumns(props)
  const columnsOf = (...names: readonly ChosenColumn[]) =>
    chosenColumns
      .filter((name) => names.includes(name) && shown.includes(name))
      .map((name) => choosable[name])
  return [
    ofProducts({
      key: 'picture',
      header: 'Picture',
      className: '@max-[704px]:self-start',
      cell: (product) =>
        chosen ? (
          <ChooseRow chosen={chosen} id={product._id} label={`Choose ${product.name}`}>
            <Thumbnail product={product} />
          </ChooseRow>
        ) : (
          <Thumbnail product={product} />
        ),
    }),
    {
      key: 'name',
      header: 'Name',
      sort: sortOf(params, 'name'),
      className:
        '@min-[704px]:w-full @min-[960px]:max-w-0 @max-[704px]:min-w-0 @max-[704px]:basis-0 @max-[704px]:grow',
      cell: ({ product, deleted }) =>
        deleted ? <DeletedName {...props} product={product} /> : <Name product={product} />,
    },
    ...columnsOf('sku', 'category'),
    ofProducts({
      key: 'price',
      header: 'Price',
      align: 'end',
      sort: sortOf(params, 'price'),
      className: '@max-[704px]:order-1',
      cell: ({ price }) => (
        <span className="whitespace-nowrap">
          {formatPrice(price)}
          <span className="@min-[960px]:sr-only">{` ${priceTexts.perPiece}`}</span>
        </span>
      ),
    }),
    ...columnsOf('onHand', 'held'),
    ofProducts({
      key: 'quantity',
      header: 'For sale',
      align: 'end',
      sort: sortOf(params, 'quantity'),
      className: `@max-[704px]:order-1 @max-[704px]:before:content-["For_sale"]! ${NUMBER}`,
      cell: ({ quantity }) => formatCount(quantity),
    }),
    ...columnsOf('reorderPoint'),
    ...(isLow ? LOW_COLUMNS : []),
    ...columnsOf('state'),
    ofProducts({
      key: 'actions',
      header: 'Actions',
      align: 'end',
      className: '@max-[704px]:order-2 @max-[704px]:basis-full',
      cell: (product) => <Actions {...props} product={product} />,
    }),
  ]
}

function choosableColumns({
  params,
  categories,
}: TableProps): Readonly<Record<ChosenColumn, Column<ProductRow>>> {
  const column = (name: ChosenColumn, rest: Omit<ProductColumn, 'key' | 'header'>) =>
    ofProducts({ key: name, header: columnLabels[name], ...rest })
  const narrow = '@max-[704px]:order-1'
  return {
    sku: column('sku', {
      sort: sortOf(params, 'sku'),
      width: 'wide',
      cell: ({ sku }) => (
        <span className="block max-w-32 truncate font-mono text-xs" title={sku}>
          {sku}
        </span>
      ),
    }),
    category: column('category', {
      sort: sortOf(params, 'category'),
      width: 'wide',
      cell: ({ category = '' }) => (
        <span className="block max-w-24 truncate min-[1440px]:max-w-44" title={categories.get(category)}>
          {categories.get(category) ?? category}
        </span>
      ),
    }),
    onHand: column('onHand', {
      align: 'end',
      className: `${narrow} @max-[704px]:before:content-["On_hand"]! ${NUMBER}`,
      cell: ({ onHand }) => formatCount(onHand),
    }),
    held: column('held', {
      align: 'end',
      width: 'wide',
      cell: ({ held }) => (
        <span title={heldText(held)}>
          {formatCount(heldSum(held))}
          <span className="sr-only">{heldSum(held) > 0 && `: ${heldText(held)}`}</span>
        </span>
      ),
    }),
    reorderPoint: column('reorderPoint', {
      align: 'end',
      width: 'wide',
      cell: ({ reorderPoint }) => reorderPoint !== undefined && formatCount(reorderPoint),
    }),
    state: column('state', {
      className: `${narrow} @max-[704px]:empty:hidden`,
      cell: (product) => <States product={product} />,
    }),
  }
}

function Thumbnail({ product }: { product: ListedProduct }) {
  return (
    <span className="inline-block size-7 overflow-hidden rounded bg-tint align-middle text-[0px] @max-[704px]:size-12">
      <ProductPicture product={product} width={48} height={48} isLazy />
    </span>
  )
}

const Name = ({ product: { _id, name, sku, description } }: { product: ListedProduct }) => (
  <span className="flex min-w-0 items-baseline gap-2 @max-[960px]:flex-wrap">
    <Link
      to={productPagePath(_id)}
      className="min-w-0 font-medium @min-[960px]:max-w-[80%] @min-[960px]:shrink-0 @min-[960px]:truncate @max-[960px]:basis-full"
    >
      <Unbroken text={name} />
    </Link>
    <span className="text-muted text-xs @min-[960px]:hidden">
      <span className="font-mono">{sku}</span>
    </span>
    <span className="min-w-0 truncate text-muted text-xs" title={description}>
      {description}
    </span>
  </span>
)

type RowProps = TableProps & { product: ListedProduct }

/** The place tells which product it was by what a screen reader reads: its name is no longer in the list. */
const DeletedName = ({ product, busyId, onRestore }: RowProps) => (
  <span className="flex items-center gap-2 text-muted">
    Deleted ·
    <Button
      variant="secondary"
      size="sm"
      className={LOW}
      busy={busyId === product._id}
      aria-description={product.name}
      onClick={() => onRestore(product)}
    >
      Undo
    </Button>
  </span>
)

/** Nothing for a product that is for sale and has pieces enough. */
function States({ product }: { product: ListedProduct }) {
  const { archivedAt, unpublished, featuredAt, quantity, reorderPoint } = product
  const isArchived = archivedAt !== undefined
  const isOut = !isArchived && isSoldOut(product)
  const isLow = !isArchived && !isOut && reorderPoint !== undefined && quantity <= reorderPoint
  if (!isArchived && !isOut && !isLow && featuredAt === undefined) return null
  return (
    <span className="inline-flex gap-1">
      {isArchived && (
        <StatusBadge tone="neutral">{unpublished ? 'Not for sale yet' : 'Archived'}</StatusBadge>
      )}
      {isOut && <StatusBadge tone="bad">Sold out</StatusBadge>}
      {isLow && <StatusBadge tone="waiting">Low</StatusBadge>}
      {featuredAt !== undefined && <StatusBadge tone="good">Featured</StatusBadge>}
    </span>
  )
}

/** A wide table has low rows. */
const LOW = '@min-[960px]:pointer-fine:min-h-7 @min-[960px]:px-2'

function Actions({ product, busyId, onDelete, onRestore }: RowProps) {
  const { _id, name, archivedAt, unpublished } = product
  return (
    <span className="inline-flex gap-1 @max-[704px]:gap-2">
      <ButtonLink
        to={productPagePath(_id)}
        variant="secondary"
        size="sm"
        // The name leads there too.
        className={`${LOW} @min-[960px]:@max-[1150px]:hidden`}
        aria-description={name}
      >
        Edit
      </ButtonLink>
      {archivedAt === undefined ? (
        <Button
          variant="danger"
          size="sm"
          className={LOW}
          aria-description={name}
          onClick={() => onDelete(product)}
        >
          Delete
        </Button>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          className={LOW}
          busy={busyId === _id}
          aria-description={name}
          onClick={() => onRestore(product)}
        >
          {unpublished ? 'Put up for sale' : 'Restore'}
        </Button>
      )}
    </span>
  )
}
