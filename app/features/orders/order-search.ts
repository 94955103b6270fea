import { type RawBuilder, sql } from 'kysely'
import { contains, escapeLike, foldText } from '#kit/db/search.ts'

/** What an order is found by beside its ids. */
interface SearchedOrder {
  readonly product: string
  readonly sku: string
  readonly name: string
  readonly email: string
  readonly address: string
}

/** The text that a search of the orders looks into: whoever writes an order keeps it in `search_text`. */
export const orderSearchText = ({ product, sku, name, email, address }: SearchedOrder): string =>
  foldText([product, sku, name, email, address].join('\n'))

/** Whether an order has the word: in its text, or as its id or transaction id, whole or as the lists shorten them. */
export function hasWord(word: string): RawBuilder<boolean> {
  const folded = foldText(word).trim()
  // An accent alone folds to nothing, which every text has.
  const inText = folded === '' ? sql<boolean>`1 = 0` : contains('orders.search_text', folded)
  const asId = idPatterns(word).flatMap((pattern) => [
    sql<boolean>`orders.id like ${pattern} escape '\\'`,
    sql<boolean>`lower(orders.transaction_id) like ${pattern} escape '\\'`,
  ])
  return asId.length === 0 ? inText : sql`(${sql.join([inText, ...asId], sql` or `)})`
}

/** So many letters are the shown ending of an id. Fewer would be the ending of many. */
const SHORTEST_ENDING = 4

/** So many letters are the shown beginning. Ids begin with their time, so fewer would be the beginning of many. */
const SHORTEST_BEGINNING = 8

/**
 * What an id is like that the word quotes: `0mi7k2wq…x4tz` as it is shown, its ending, its beginning or all of it.
 * Never a part from its middle: short words would meet random letters there.
 */
function idPatterns(word: string): string[] {
  const [beginning = '', ending, ...more] = word.split(/…|\.{3}/)
  if (!/^[\w-]*$/.test(beginning + (ending ?? '')) || more.length > 0) return []
  if (ending !== undefined)
    return beginning.length + ending.length >= SHORTEST_ENDING
      ? [`${escapeLike(beginning)}%${escapeLike(ending)}`]
      : []
  if (word.length < SHORTEST_ENDING) return []
  const quoted = escapeLike(word)
  return word.length < SHORTEST_BEGINNING ? [`%${quoted}`] : [`%${quoted}`, `${quoted}%`]
}
