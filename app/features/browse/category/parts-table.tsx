// biome-ignore-all lint/a11y/noRedundantRoles: `display` changes of the cards on a phone remove the roles of the table elements.

import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { OwnPriceNote } from '#features/agreed-prices/components.tsx'
import { type OwnPart, useOwnPrices } from '#features/agreed-prices/own-prices.ts'
import { partPath } from '#features/catalog/paths.ts'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import type { PriceBreak } from '#features/pricing/price-line.ts'
import { isLowStock, isSoldOut } from '#features/pricing/quantity-terms.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import { mostPlaces } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { VisuallyHidden } from '#kit/ui/mark/visually-hidden.tsx'
import { useIsLoading } from '#kit/ui/page/use-is-loading.ts'
import { CompareBox } from '../compare/compare-bar.tsx'
import { addressOf, fixedColumns, pathOf, type Selection, withNextSort } from '../filters/selection.ts'
import type { ListedPart, PartsList } from './category-page.ts'
import type { AttributeColumn, TableLayout } from './columns.ts'
import { QuantityForm } from './quantity-form.tsx'
import { useRowKeys } from './row-keys.ts'

/** The parts as a table with a head that stays; in a narrow container each row is a card with the same sequence. */
export function PartsTable({ list, caption }: { list: PartsList; caption: string }) {
  const { selection, layout, found } = list
  useRowKeys()
  const own = useOwnPrices(found.rows)
  const places = mostPlaces(own.parts.flatMap(({ prices }) => prices.map(({ price }) => price)))
  return (
    <div className={classNames('parts-table', own.isWaiting && 'list-prices')}>
      <OwnPriceNote own={own} />
      {own.parts.some(({ listPrices }) => listPrices) && (
        <p className="text-good text-sm">Prices in this colour are your company’s.</p>
      )}
      <Table path={pathOf(selection)}>
        <caption className="sr-only">{caption}</caption>
        <ColumnWidths layout={layout} />
        <thead role="rowgroup">
          <Heads selection={selection} columns={layout.columns} />
        </thead>
        <tbody role="rowgroup">
          {own.parts.map((part) => (
            <PartRow key={part._id} part={part} columns={layout.columns} places={places} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

/** A component of its own, so that a navigation renders nothing else before its data is there. */
function Table({ path, children }: { path: string; children: ReactNode }) {
  const isLoading = useIsLoading(path)
  return (
    <table role="table" aria-busy={isLoading || undefined}>
      {children}
    </table>
  )
}

/** Fixed widths, so that other rows move nothing. Attributes, since the security policy allows no inline style. */
const ColumnWidths = ({ layout }: { layout: TableLayout }) => (
  <colgroup>
    <col width={28} />
    <col width={48} />
    <col />
    {layout.columns.map(({ key, width, shownFrom }) => (
      <col key={key} width={width} className={shownFrom} />
    ))}
    <col width={76} />
    <col width={88} className="desktop" />
    <col width={72} />
    <col width={186} />
  </colgroup>
)

type HeadsProps = { selection: Selection; columns: readonly AttributeColumn[] }

function Heads({ selection, columns }: HeadsProps) {
  const head = (column: keyof typeof fixedColumns) => ({ column, selection, ...fixedColumns[column] })
  return (
    <tr role="row">
      {/* Over both columns: the box to compare is narrower than its head, and the drawing needs none. */}
      <th role="columnheader" scope="col" colSpan={2}>
        Compare<span className="sr-only"> and drawing</span>
      </th>
      <SortHead {...head('sku')} />
      {columns.map(({ key, label, unit, kind, shownFrom }) => (
        <SortHead key={key} {...{ column: key, selection, label, unit, kind, shownFrom }} />
      ))}
      <SortHead {...head('price')} />
      <SortHead {...head('top-price')} shownFrom="desktop" />
      <SortHead {...head('quantity')} />
      <th role="columnheader" scope="col">
        Quantity
      </th>
    </tr>
  )
}

type SortHeadProps = {
  column: string
  selection: Selection
  label: string
  unit?: string | undefined
  kind: 'number' | 'text'
  shownFrom?: AttributeColumn['shownFrom']
}

function SortHead({ column, selection, label, unit, kind, shownFrom }: SortHeadProps) {
  const { sort } = selection
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={order}
      className={classNames(kind === 'number' && 'number', shownFrom)}
    >
      <Link to={addressOf(withNextSort(selection, column))} preventScrollReset className="sort-link">
        {label}
        {unit && <span className="font-normal"> {unit}</span>}
      </Link>
    </th>
  )
}

type PartRowProps = {
  part: OwnPart<ListedPart>
  columns: readonly AttributeColumn[]
  places: number
}

/** Rendered again only for another part: everything else on the page changes more often. */
const PartRow = memo(function PartRow({ part, columns, places }: PartRowProps) {
  return (
    <tr role="row">
      <td role="cell" className="compare-cell">
        <CompareBox sku={part.sku} />
      </td>
      <td role="cell" className="picture-cell">
        <span className="part-picture">
          {/* The name beside it says the same. */}
          <ProductPicture product={{ name: '', image: part.image }} width={160} height={120} isLazy />
        </span>
      </td>
      <th role="rowheader" scope="row" className="part-cell">
        <Link to={partPath(part.sku)} data-row-link title={part.name} className="part-link">
          <span className="font-mono">
            <Unbroken text={part.sku} />
          </span>
          <span className="part-name">
            <Unbroken text={part.name} />
          </span>
        </Link>
      </th>
      {columns.map(({ key, label, unit, kind, shownFrom }, index) => (
        <td
          key={key}
          role="cell"
          data-label={label}
          data-unit={unit}
          className={classNames('value-cell', kind === 'number' && 'number', shownFrom)}
        >
          <Unbroken text={String(part.values[index] ?? '')} />
        </td>
      ))}
      <PriceCell breakOf={part.prices[0]} places={places} isYours={part.listPrices !== undefined} />
      <PriceCell
        breakOf={part.prices.length > 1 ? part.prices.at(-1) : undefined}
        places={places}
        isTop
        isYours={part.listPrices !== undefined}
      />
      <StockCell part={part} />
      <td role="cell" className="quantity-cell">
        {isSoldOut(part) ? null : <QuantityForm part={part} />}
      </td>
    </tr>
  )
})

type PriceCellProps = {
  breakOf: PriceBreak | undefined
  places: number
  isTop?: boolean
  /** It is agreed with the company of whoever sees it. */
  isYours: boolean
}

/** A price per piece, and from how many pieces on. */
const PriceCell = ({ breakOf, places, isTop, isYours }: PriceCellProps) => (
  <td role="cell" className={classNames('price-cell number', isTop && 'desktop', isYours && 'text-good')}>
    {breakOf && (
      <>
        <span className={isTop ? undefined : 'font-medium'}>
          {isYours && <VisuallyHidden>Your price </VisuallyHidden>}
          <AlignedPrice price={breakOf.price} places={places} />
        </span>{' '}
        <span className="price-from">{`from ${formatCount(breakOf.from)}`}</span>
      </>
    )}
  </td>
)

function StockCell({ part }: { part: ListedPart }) {
  if (isSoldOut(part)) {
    return (
      <td role="cell" className="stock-cell number text-bad">
        {priceTexts.soldOut}
      </td>
    )
  }
  return (
    <td role="cell" className={classNames('stock-cell number', isLowStock(part) && 'text-wait')}>
      {formatCount(part.quantity)}
    </td>
  )
}
