import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Product } from '#features/catalog/schema.ts'
import type { PagedList } from '#kit/browser/paged-list.ts'
import { TINT_CHOSEN } from '#kit/ui/admin/chosen.tsx'
import type { Chosen } from '#kit/ui/admin/use-chosen.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import { breakIndexOf, type ColumnName, columnsOf } from './cells.ts'
import { SheetBar } from './sheet-bar.tsx'
import { moveByKey, placeOf } from './sheet-keys.ts'
import { SheetRow } from './sheet-row.tsx'
import type { Sheet } from './use-sheet.ts'

type PriceSheetProps = {
  sheet: Sheet
  products: readonly Product[]
  chosen: Chosen
  onArchive: (product: Product) => void
}

/** Prices and stocks of a list of products as cells of a spreadsheet. */
export function PriceSheet({ sheet, products, chosen, onArchive }: PriceSheetProps) {
  const columns = columnsOf(products)
  const paste = (event: ClipboardEvent) => {
    const place = placeOf(event)
    const text = event.clipboardData.getData('text/plain')
    // A single value is pasted into the text of its cell, by the browser.
    if (!place || !/[\n\r\t]/.test(text.trim()) || sheet.progress) return
    event.preventDefault()
    sheet.paste(place, text)
  }
  const restore = (event: KeyboardEvent): boolean => {
    const place = event.key === 'Escape' ? placeOf(event) : undefined
    const product = place && products[place.row]
    if (!place || !product || sheet.drafts[product._id]?.[place.column] === undefined) return false
    event.preventDefault()
    flushSync(() => sheet.type(product, place.column, undefined))
    // As when the cell was entered, so that the arrows leave it.
    place.input.select()
    return true
  }
  return (
    <SheetTable columns={columns}>
      <caption className="sr-only">
        Prices and stocks. Arrow keys and Enter move between the cells, Escape restores one.
      </caption>
      <SheetHead columns={columns} />
      <tbody
        className={TINT_CHOSEN}
        onPaste={paste}
        onKeyDown={(event) => {
          if (!restore(event)) moveByKey(event)
        }}
      >
        {products.map((product, row) => (
          <SheetRow key={product._id} {...{ sheet, columns, chosen, product, row, onArchive }} />
        ))}
      </tbody>
    </SheetTable>
  )
}

/** So many columns of prices fit beside the names on a wide page. */
const MOST_THAT_FIT = 5

const fits = (columns: readonly ColumnName[]): boolean => columns.length - 1 <= MOST_THAT_FIT

/** A table that is wider than the page moves sideways inside it; one that fits keeps its head in sight. */
function SheetTable({ columns, children }: { columns: readonly ColumnName[]; children: ReactNode }) {
  return (
    <div
      className={
        columns.length > 2 ? classNames('overflow-x-auto', fits(columns) && 'xl:overflow-x-visible') : ''
      }
    >
      <table
        style={{ minWidth: `${11.5 + columns.length * 6.5}rem` }}
        className="w-full table-fixed border-separate border-spacing-0 text-sm"
      >
        {children}
      </table>
    </div>
  )
}

/** The bar below the sheet; it is there for drafts that the list does not show too. */
export function PriceSheetBar({ sheet, list }: { sheet: Sheet; list: PagedList<Product> }) {
  const hasDrafts = Object.keys(sheet.drafts).length > 0
  return (
    (hasDrafts || sheet.bringBack || sheet.saved.length > 0) &&
    list.shown !== undefined && <SheetBar sheet={sheet} />
  )
}

const HEAD = 'sticky top-0 z-1 h-10 border-edge border-b bg-paper px-1 text-muted font-medium sm:px-2'

function SheetHead({ columns }: { columns: readonly ColumnName[] }) {
  const hasBreaks = columns.length > 2
  // On a wide page the columns share what the names leave.
  const isShared = hasBreaks && fits(columns)
  return (
    <thead>
      <tr>
        <th scope="col" className={classNames(HEAD, 'start-0 z-2 text-start', isShared && 'xxl:w-96')}>
          Product
        </th>
        {columns.map((column) => {
          const index = breakIndexOf(column)
          return (
            <th
              key={column}
              scope="col"
              className={classNames(
                HEAD,
                'w-26 text-end',
                index === undefined && 'sm:w-32',
                isShared && 'xxl:w-auto',
              )}
            >
              {index === undefined ? 'Stock, pieces' : `Price${hasBreaks ? ` ${index + 1}` : ''}, $`}
            </th>
          )
        })}
        <th scope="col" className={`${HEAD} hidden w-24 text-end lg:table-cell`}>
          <span className="sr-only">Archive</span>
        </th>
      </tr>
    </thead>
  )
}

const WHILE_LOADING: readonly ColumnName[] = ['price', 'stock']

export function LoadingSheet() {
  return (
    <table aria-hidden="true" className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <SheetHead columns={WHILE_LOADING} />
      <tbody>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
          <tr key={row}>
            <td colSpan={3} className="h-13 border-line border-b">
              <Skeleton className="h-6 w-full" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
