import '../tables.ts'
import type { Selectable } from 'kysely'
import { keyOf } from '#features/catalog/catalog.ts'
import { fieldKinds } from '#features/catalog/fields.ts'
import { changePricesRevision, findPricesRevision } from '#features/companies/companies.ts'
import { termProblems } from '#features/pricing/price-terms.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { isAmong } from '#kit/input/search.ts'
import type { FieldError } from '#kit/problem.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { MOST_AGREED, WRONG_ROWS_NAMED } from '../limits.ts'
import type { AgreedPrice, AgreedPrices, ComparedPrices, PutQuery } from '../schema.ts'
import { NO_END } from '../tables.ts'
import type { SentPrices } from './sent-prices.ts'

const { toColumn, fromColumn } = fieldKinds.priceBreaks

type AgreedRow = Selectable<Schema['agreed_prices']>

/** The prices of a company, by part number and day. Refused (404) when there is no such company. */
export async function listAgreed(db: Db, companyId: string): Promise<AgreedPrices> {
  const revision = await findPricesRevision(db, companyId)
  const rows = await db
    .selectFrom('agreed_prices')
    .innerJoin('products', 'products.id', 'agreed_prices.product_id')
    .selectAll('agreed_prices')
    .select('sku')
    .where('company_id', '=', companyId)
    .orderBy('sku')
    .orderBy('valid_from')
    .execute()
  return { revision, prices: rows.map((row) => toAgreed(row.sku, row)) }
}

const toAgreed = (sku: string, row: Pick<AgreedRow, 'prices' | 'valid_from' | 'valid_to'>): AgreedPrice => ({
  sku,
  prices: fromColumn(row.prices),
  ...(row.valid_from !== '' && { validFrom: row.valid_from }),
  ...(row.valid_to !== NO_END && { validTo: row.valid_to }),
})

/**
 * Replaces the prices of a company, or with `merge` those of the parts that are named; returns how they are then. Refused, with
 * nothing changed: an unknown company (404), prices that were changed since the revision (409), and (422) unknown parts, prices that the
 * rules of a part's price breaks do not allow, and prices of a part that hold on the same day. A row that is agreed already is taken
 * as it is.
 */
export async function replaceAgreed(
  shop: Shop,
  by: Actor,
  companyId: string,
  sent: SentPrices,
  { merge, revision = sent.revision }: PutQuery,
): Promise<AgreedPrices> {
  await shop.db.transaction().execute(async (trx) => {
    await changePricesRevision(trx, companyId, revision, async () => {
      const { parts, changed } = await findChanges(trx, companyId, sent, merge !== undefined)
      await writeRows(trx, companyId, changed)
      if (changed.length === 0) return false
      const changes = auditChanges(changed, parts)
      await recordAudit(trx, {
        by,
        at: shop.now(),
        kind: 'company.prices_changed',
        subject: companyId,
        changes,
      })
      return true
    })
  })
  return listAgreed(shop.db, companyId)
}

/** What {@link replaceAgreed} would change; it refuses the same. */
export async function compareAgreed(
  { db }: Shop,
  companyId: string,
  sent: SentPrices,
  { merge }: PutQuery,
): Promise<ComparedPrices> {
  const revision = await findPricesRevision(db, companyId)
  const { parts, changed, unchanged } = await findChanges(db, companyId, sent, merge !== undefined)
  const changes = changed.map(({ productId, before, after }) => {
    const { sku = '', name = '', prices = '[]' } = parts.get(productId) ?? {}
    const shown = (rows: readonly StoredPrices[]) => rows.map((row) => toAgreed(sku, row))
    return { sku, name, list: fromColumn(prices), from: shown(before), to: shown(after) }
  })
  changes.sort((one, other) => (one.sku < other.sku ? -1 : 1))
  return { revision, unchanged, changes }
}

/** What is read of the parts whose prices are agreed or are to be. */
type Part = Awaited<ReturnType<typeof findParts>>[number]

type StoredPrices = Omit<AgreedRow, 'company_id'>

/** A part of which other prices are agreed than before. */
interface ChangedPart {
  readonly productId: string
  readonly before: readonly StoredPrices[]
  readonly after: readonly StoredPrices[]
}

const findParts = (db: Db, column: 'id' | 'sku_key', values: readonly string[]) =>
  db
    .selectFrom('products')
    .select(['id', 'sku', 'sku_key', 'name', 'minimum', 'step', 'prices'])
    .where(isAmong(db, column, values))
    .where('is_unpublished', '=', 0)
    .execute()

async function findChanges(db: Db, companyId: string, sent: SentPrices, isMerged: boolean) {
  const stored = await db
    .selectFrom('agreed_prices')
    .select(['product_id', 'valid_from', 'valid_to', 'prices'])
    .where('company_id', '=', companyId)
    .execute()
  const named = await findParts(db, 'sku_key', [...new Set(sent.prices.map(({ sku }) => keyOf(sku)))])
  const rows = checkRows(sent, new Map(named.map((part) => [part.sku_key, part])), stored)
  const [before, after] = [stored, rows].map((some) => Map.groupBy(some, ({ product_id }) => product_id)) as [
    Map<string, StoredPrices[]>,
    Map<string, StoredPrices[]>,
  ]
  const ids = isMerged ? [...after.keys()] : [...new Set([...before.keys(), ...after.keys()])]
  const all = ids.map((productId) => ({
    productId,
    before: inSequence(before.get(productId)),
    after: inSequence(after.get(productId)),
  }))
  const changed = all.filter((part) => JSON.stringify(part.before) !== JSON.stringify(part.after))
  refuseTooMany(stored.length, changed)
  const known = new Set(named.map(({ id }) => id))
  const others = changed.flatMap(({ productId }) => (known.has(productId) ? [] : [productId]))
  const parts = [...named, ...(others.length > 0 ? await findParts(db, 'id', others) : [])]
  return {
    changed,
    unchanged: all.length - changed.length,
    parts: new Map(parts.map((part) => [part.id, part])),
  }
}

/** By their days, each with its members in one sequence, so that equal ones are equal texts. */
const inSequence = (rows: readonly StoredPrices[] = []): StoredPrices[] =>
  rows
    .map(({ product_id, valid_from, valid_to, prices }) => ({ product_id, valid_from, valid_to, prices }))
    .sort((one, other) => (one.valid_from < other.valid_from ? -1 : 1))

function refuseTooMany(count: number, changed: readonly ChangedPart[]): void {
  const added = changed.reduce((sum, { before, after }) => sum + after.length - before.length, 0)
  if (added > 0 && count + added > MOST_AGREED)
    throw invalidField('prices', `At most ${formatCount(MOST_AGREED)} prices are agreed with a company.`)
}

/** The prices that were sent as rows. Refused with all that is wrong with them, 20 at most. */
function checkRows(
  { prices, placeOf }: SentPrices,
  parts: ReadonlyMap<string, Part>,
  stored: readonly StoredPrices[],
): StoredPrices[] {
  const known = new Set(stored.map((row) => JSON.stringify(inSequence([row]))))
  const errors: FieldError[] = []
  const refuse = (index: number, sku: string, problem: string, path = '') =>
    errors.push({ pointer: `#/${placeOf(index)}${path}`, detail: `${sku}: ${problem}` })
  const rows = prices.flatMap(({ sku, prices: ladder, validFrom = '', validTo = NO_END }, index) => {
    const part = parts.get(keyOf(sku))
    if (!part) {
      refuse(index, sku, 'There is no such part.', '/sku')
      return []
    }
    const row = { product_id: part.id, valid_from: validFrom, valid_to: validTo, prices: toColumn(ladder) }
    if (!known.has(JSON.stringify([row])))
      for (const { path, message } of termProblems({
        minimum: part.minimum,
        step: part.step,
        prices: ladder,
      }))
        refuse(index, sku, message, `/${path.join('/')}`)
    return [{ index, sku, row }]
  })
  for (const { index, sku, row } of overlapping(rows))
    refuse(
      index,
      sku,
      `Other prices of it hold on ${row.valid_from ? dayText(row.valid_from) : 'the same days'} too.`,
    )
  if (errors[0])
    throw new AppError('invalid', errors[0].detail, { errors: errors.slice(0, WRONG_ROWS_NAMED) })
  return rows.map(({ row }) => row)
}

/** The rows on whose first day other prices of the part hold. */
function overlapping<Each extends { readonly row: StoredPrices }>(rows: readonly Each[]): Each[] {
  const byPart = Map.groupBy(rows, ({ row }) => row.product_id)
  return [...byPart.values()].flatMap((some) => {
    const sorted = some.toSorted((one, other) => (one.row.valid_from < other.row.valid_from ? -1 : 1))
    return sorted.filter(({ row }, at) => row.valid_from <= (sorted[at - 1]?.row.valid_to ?? '') && at > 0)
  })
}

const WRITTEN_AT_ONCE = 2000

async function writeRows(trx: Db, companyId: string, changed: readonly ChangedPart[]): Promise<void> {
  if (changed.length === 0) return
  await trx
    .deleteFrom('agreed_prices')
    .where('company_id', '=', companyId)
    .where(
      isAmong(
        trx,
        'product_id',
        changed.map(({ productId }) => productId),
      ),
    )
    .execute()
  for (const some of inParts(
    changed.flatMap(({ after }) => after),
    WRITTEN_AT_ONCE,
  ))
    await trx
      .insertInto('agreed_prices')
      .values(some.map((row) => ({ company_id: companyId, ...row })))
      .execute()
}

/** More parts would fill a page of the log. */
const MOST_RECORDED = 50

/** What the log says: the prices of each part, of many those of the first and how many others there are. */
function auditChanges(changed: readonly ChangedPart[], parts: ReadonlyMap<string, Part>) {
  const recorded = changed.slice(0, MOST_RECORDED).map(({ productId, before, after }) => ({
    field: parts.get(productId)?.sku ?? productId,
    from: recordedText(before),
    to: recordedText(after),
  }))
  const others = changed.length - recorded.length
  return others > 0 ? [...recorded, { field: 'otherParts', from: null, to: others }] : recorded
}

const recordedText = (rows: readonly StoredPrices[]): string | null =>
  rows.length === 0 ? null : rows.map(rowText).join('; ')

const rowText = ({ prices, valid_from, valid_to }: StoredPrices): string => {
  const from = valid_from && ` from ${valid_from}`
  const to = valid_to === NO_END ? '' : ` to ${valid_to}`
  return `${fieldKinds.priceBreaks.toCell?.(fromColumn(prices))}${from}${to}`
}
