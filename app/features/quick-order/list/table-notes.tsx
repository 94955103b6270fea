import type { Table } from '#features/quote/read-lines.ts'
import { listText, shortenEnd } from '#kit/text/list-text.ts'

const LONGEST_NAME = 30
const MOST_NAMES = 6

/** More tables are not spoken of. */
const MOST_TABLES = 5

/** Which column of each table was taken as the quantity, so that a person sees when it is another one. */
export function TableNotes({ tables }: { tables: readonly Table[] }) {
  if (tables.length === 0) return null
  return (
    <ul aria-label="Columns as they were read" className="grid gap-1 text-muted text-sm">
      {tables.slice(0, MOST_TABLES).map((table) => (
        <li key={table.head} className="[overflow-wrap:anywhere]">
          {columnsText(table)}
        </li>
      ))}
    </ul>
  )
}

/** "Quantity from the column “Order qty”; not read: “Stock” and “Price”." */
export function columnsText({ columns, quantities }: Table): string {
  const [quantity, ...others] = quantities.map((index) => columns[index]?.name ?? '')
  const unread = columns.flatMap(({ name, kind }, index) =>
    name !== '' && !quantities.includes(index) && (kind === 'count' || kind === 'number') ? [name] : [],
  )
  const rest = unread.length === 0 ? '' : `; not read: ${namesText(unread)}`
  if (quantity === undefined) return `No column has the name of a quantity${rest}.`
  if (others.length > 0) return `${namesText([quantity, ...others])} may be the quantity${rest}.`
  return `Quantity from the column ${namesText([quantity])}${rest}.`
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `“${shortenEnd(name, LONGEST_NAME)}”`)
  const more = names.length - shown.length
  return listText(more > 0 ? [...shown, `${more} more`] : shown)
}
