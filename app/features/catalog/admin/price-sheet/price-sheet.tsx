import type { ClipboardEvent, KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { PagedList } from '#kit/browser/paged-list.ts'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import type { Product } from '../../schema.ts'
import { SheetBar } from './sheet-bar.tsx'
import { moveByKey, placeOf } from './sheet-keys.ts'
import { SheetRow } from './sheet-row.tsx'
import type { Sheet } from './use-sheet.ts'

type PriceSheetProps = {
  sheet: Sheet
  products: readonly Product[]
  onArchive: (product: Product) => void
}

/** Prices and stocks of a list of products as cells of a spreadsheet. */
export function PriceSheet({ sheet, products, onArchive }: PriceSheetProps) {
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
    <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <caption className="sr-only">
        Prices and stocks. Arrow keys and Enter move between the cells, Escape restores one.
      </caption>
      <SheetHead />
      <tbody
        onPaste={paste}
        onKeyDown={(event) => {
          if (!restore(event)) moveByKey(event)
        }}
      >
        {products.map((product, row) => (
          <SheetRow key={product._id} sheet={sheet} product={product} row={row} onArchive={onArchive} />
        ))}
      </tbody>
    </table>
  )
}

/** The bar below the sheet; it is there for drafts that the list does not show too. */
export function PriceSheetBar({ sheet, list }: { sheet: Sheet; list: PagedList<Product> }) {
  const hasDrafts = Object.keys(sheet.drafts).length > 0
  return (hasDrafts || sheet.bringBack) && list.shown !== undefined && <SheetBar sheet={sheet} />
}

const HEAD = 'sticky top-0 z-1 h-10 border-edge border-b bg-paper px-1 text-muted font-medium sm:px-2'

function SheetHead() {
  return (
    <thead>
      <tr>
        <th scope="col" className={`${HEAD} text-start`}>
          Product
        </th>
        <th scope="col" className={`${HEAD} w-23 text-end sm:w-28`}>
          Price, $
        </th>
        <th scope="col" className={`${HEAD} w-25 text-end sm:w-32`}>
          Stock, pieces
        </th>
        <th scope="col" className={`${HEAD} hidden w-24 text-end lg:table-cell`}>
          <span className="sr-only">Archive</span>
        </th>
      </tr>
    </thead>
  )
}

export function LoadingSheet() {
  return (
    <table aria-hidden="true" className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <SheetHead />
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
