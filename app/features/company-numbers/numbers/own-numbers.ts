import '../tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { contains, isAmong } from '#kit/input/search.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import { ownKey } from '../own-key.ts'
import type { OwnNumber } from '../schema.ts'

/** Whose numbers they are: the condition by which every statement finds those of a company. */
export const ofCompany = (companyId: string): RawBuilder<boolean> =>
  sql`company_part_numbers.company_id = ${companyId}`

/** The part that an own number names, and that number as the company writes it. */
interface OwnPart {
  readonly productId: string
  readonly own: string
}

/** Parts that texts name as own numbers of a company. */
export interface OwnParts {
  find(text: string): OwnPart | undefined
  readonly productIds: readonly string[]
}

/** What nobody who has no company calls parts. */
export const NO_OWN_PARTS: OwnParts = { find: () => undefined, productIds: [] }

/** The parts that some of these texts name as own numbers of the company, in any case. One query. */
export async function findOwnParts(db: Db, companyId: string, texts: readonly string[]): Promise<OwnParts> {
  const keys = [...new Set(texts.map(ownKey))].filter((key) => key !== '')
  if (keys.length === 0) return NO_OWN_PARTS
  const rows = await db
    .selectFrom('company_part_numbers')
    .select(['own_key', 'own', 'product_id as productId'])
    .where(ofCompany(companyId))
    .where(isAmong(db, 'own_key', keys))
    .execute()
  const byKey = new Map(rows.map(({ own_key, ...part }) => [own_key, part]))
  return { find: (text) => byKey.get(ownKey(text)), productIds: rows.map(({ productId }) => productId) }
}

/** What the company calls these parts, by their ids; of a part with several numbers the first of the list. One query. */
export async function ownNumbersOf(
  db: Db,
  companyId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('company_part_numbers')
    .select(['product_id', 'own'])
    .where(ofCompany(companyId))
    .where(isAmong(db, 'product_id', [...new Set(productIds)]))
    .orderBy('position', 'desc')
    .execute()
  return new Map(rows.map(({ product_id, own }) => [product_id, own]))
}

/** Above every letter. */
const LAST = '\u{10ffff}'

/** The part numbers of the parts for sale whose own numbers begin with a text, with these, that which is the text first. */
export async function findOwnBeginning(
  db: Db,
  companyId: string,
  text: string,
  most: number,
): Promise<OwnNumber[]> {
  const key = ownKey(text)
  if (key === '') return []
  return db
    .selectFrom('company_part_numbers')
    .innerJoin('products', 'products.id', 'company_part_numbers.product_id')
    .select(['products.sku', 'own'])
    .where(ofCompany(companyId))
    .where('own_key', '>=', key)
    .where('own_key', '<', `${key}${LAST}`)
    .where('products.archived_at', 'is', null)
    .orderBy('own_key')
    .limit(most)
    .execute()
}

const withSkus = (db: Db, companyId: string) =>
  db
    .selectFrom('company_part_numbers')
    .innerJoin('products', 'products.id', 'company_part_numbers.product_id')
    .where(ofCompany(companyId))

/** All own numbers of the company, in their sequence. */
export const readOwnNumbers = (db: Db, companyId: string): Promise<OwnNumber[]> =>
  withSkus(db, companyId).select(['products.sku', 'own']).orderBy('position').execute()

interface OwnNumbersQuery {
  readonly q?: string | undefined
  readonly limit?: string | undefined
  readonly after?: string | undefined
}

/** A page of the own numbers of the company that contain a text, or whose parts' numbers do. */
export async function listOwnNumbers(
  db: Db,
  companyId: string,
  { q, ...section }: OwnNumbersQuery,
): Promise<Paged<OwnNumber>> {
  const page = readPage(section, ['int4'])
  const key = ownKey(q ?? '')
  const found = withSkus(db, companyId).$if(key !== '', (query) =>
    query.where(sql<boolean>`(${contains('own_key', key)} or ${contains('products.sku_key', key)})`),
  )
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const [after] = page.after ?? []
  const rows = await found
    .select(['products.sku', 'own', 'position'])
    .$if(after !== undefined, (query) => query.where('position', '>', Number(after)))
    .orderBy('position')
    .limit(page.limit + 1)
    .execute()
  const paged = toPaged(rows, page, { total: Number(count) }, ({ position }) => [position])
  return { ...paged, rows: paged.rows.map(({ sku, own }) => ({ sku, own })) }
}
