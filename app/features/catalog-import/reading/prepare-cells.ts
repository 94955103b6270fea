import type { Category } from '#features/catalog/schema.ts'
import { currencyCode, moneySign } from '#kit/identity/shop-currency.ts'
import { foldText } from '#kit/text/fold-text.ts'
import { ladderNumbers } from '../columns/ladder-columns.ts'

/** How the cells of a file are to be understood, besides what its columns mean. */
interface Preparation {
  readonly isNew: boolean
  /** What new parts have in columns that are left out or empty. */
  readonly values: Readonly<Record<string, string>>
  /** The slugs of categories by their names; undefined for a name that several have. */
  readonly slugs: ReadonlyMap<string, string | undefined>
}

/** The slugs of categories by their folded names. */
export function slugsByName(categories: Iterable<Category>): ReadonlyMap<string, string | undefined> {
  const byName = Map.groupBy(categories, ({ name }) => foldText(name))
  return new Map([...byName].map(([name, of]) => [name, of.length === 1 ? of[0]?.slug : undefined]))
}

/** The cells of a row with the values that it leaves to the file, categories by their slugs, and prices without the currency. */
export function prepareCells(
  cells: ReadonlyMap<string, string>,
  { isNew, values, slugs }: Preparation,
): ReadonlyMap<string, string> {
  const prepared = new Map(cells)
  if (isNew)
    for (const [column, value] of Object.entries(values))
      if ((prepared.get(column) ?? '').trim() === '') prepared.set(column, value)
  for (const [column, cell] of prepared) if (isPrice(column)) prepared.set(column, withoutCurrency(cell))
  const category = prepared.get('category')?.trim()
  const slug = category === undefined ? undefined : slugs.get(foldText(category))
  if (slug !== undefined) prepared.set('category', slug)
  return prepared
}

const isPrice = (column: string): boolean => column === 'price' || ladderNumbers(column) === 'decimal'

/** The currency of the shop before or behind a price says nothing more; another one makes the cell no number. */
function withoutCurrency(cell: string): string {
  const text = cell.trim()
  const [sign] = [moneySign().trim(), currencyCode()].filter(
    (each) => text.toUpperCase().startsWith(each) || text.toUpperCase().endsWith(each),
  )
  if (sign === undefined) return cell
  return (text.toUpperCase().startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length)).trim()
}
