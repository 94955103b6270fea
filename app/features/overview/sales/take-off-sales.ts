import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { totalCents } from '#kit/money.ts'
import '#features/orders/tables.ts'
import '../tables.ts'

/**
 * Takes what these orders sold off the sales by day and by part, with what went back of them: the sums are those of all other
 * orders. Call it before the orders are deleted. For samples only.
 */
export async function takeOffSales(trx: Db, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  const byProduct = Map.groupBy(await findChanges(trx, orderIds), ({ productId }) => productId)
  const sold = await findSoldByOthers(trx, [...byProduct.keys()], orderIds)
  for (const [productId, changes] of byProduct) {
    await takeOffProduct(trx, productId, changes)
    const unsold = changes.filter(({ day }) => !sold.has(`${productId} ${day}`)).map(({ day }) => day)
    if (unsold.length > 0) await forgetDaysOf(trx, productId, unsold)
  }
  const money = await trx
    .selectFrom('order_money')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('day')
    .execute()
  for (const [day, own] of Map.groupBy(money, (row) => row.day)) await takeOffDay(trx, day, own, orderIds)
}

interface Change {
  readonly productId: string
  readonly day: number
  quantity: number
  cents: number
}

/** What these orders changed of each part on each day, in the sequence of the ids in which triggers lock what is sold. */
async function findChanges(trx: Db, orderIds: readonly string[]): Promise<Change[]> {
  const lines = await trx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['order_id', 'product_id', 'unit_price_e4', 'quantity', 'restocked', 'gone_cents', 'paid_day'])
    .where('order_id', 'in', orderIds)
    .where('paid_day', 'is not', null)
    .execute()
  const gone = await trx
    .selectFrom('order_money')
    .select(['order_id', 'day', 'gone_cents'])
    .where('order_id', 'in', orderIds)
    .where('gone_cents', '<>', 0)
    .orderBy('day')
    .execute()
  const goneOf = Map.groupBy(gone, (row) => row.order_id)
  const changes = new Map<string, Change>()
  const add = (productId: string, day: number, quantity: number, cents: number) => {
    const key = `${productId} ${day}`
    const change = changes.get(key) ?? { productId, day, quantity: 0, cents: 0 }
    changes.set(key, { ...change, quantity: change.quantity + quantity, cents: change.cents + cents })
  }
  for (const line of lines) {
    add(
      line.product_id,
      line.paid_day ?? 0,
      line.quantity - line.restocked,
      totalCents(line.unit_price_e4, line.quantity),
    )
    for (const { day, cents } of goneByDay(line.gone_cents, goneOf.get(line.order_id) ?? []))
      add(line.product_id, day, 0, -cents)
  }
  return [...changes.values()].sort((one, other) =>
    one.productId === other.productId ? one.day - other.day : one.productId < other.productId ? -1 : 1,
  )
}

/** What went back of a line on each day on which money of its order did, in parts that add up to it. */
function goneByDay(
  lineCents: number,
  days: readonly { readonly day: number; readonly gone_cents: number }[],
) {
  if (lineCents === 0) return []
  const total = days.reduce((sum, { gone_cents }) => sum + gone_cents, 0)
  let before = 0
  let until = 0
  return days.map(({ day, gone_cents }) => {
    until += gone_cents
    const share = Math.round((lineCents * until) / total)
    const cents = share - before
    before = share
    return { day, cents }
  })
}

async function takeOffProduct(trx: Db, productId: string, changes: readonly Change[]): Promise<void> {
  const sum = (of: (change: Change) => number) => changes.reduce((all, change) => all + of(change), 0)
  await trx
    .updateTable('sold_products')
    .set((eb) => ({
      quantity: eb(
        'quantity',
        '-',
        sum(({ quantity }) => quantity),
      ),
      revenue_cents: eb(
        'revenue_cents',
        '-',
        sum(({ cents }) => cents),
      ),
    }))
    .where('product_id', '=', productId)
    .execute()
  // Each row has all that was sold until its day.
  const until = (of: (change: Change) => number) =>
    sql<number>`(${sql.join(
      changes.map(
        (change) => sql`case when day >= ${change.day} then cast(${of(change)} as bigint) else 0 end`,
      ),
      sql` + `,
    )})`
  await trx
    .updateTable('product_sales')
    .set((eb) => ({
      total_quantity: eb(
        'total_quantity',
        '-',
        until(({ quantity }) => quantity),
      ),
      total_cents: eb(
        'total_cents',
        '-',
        until(({ cents }) => cents),
      ),
    }))
    .where('product_id', '=', productId)
    .execute()
}

/** Deletes the days on which nobody bought a part. */
async function forgetDaysOf(trx: Db, productId: string, days: readonly number[]): Promise<void> {
  await trx.deleteFrom('product_sales').where('product_id', '=', productId).where('day', 'in', days).execute()
  const last = await trx
    .selectFrom('product_sales')
    .select('day')
    .where('product_id', '=', productId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) await trx.deleteFrom('sold_products').where('product_id', '=', productId).execute()
  else
    await trx
      .updateTable('sold_products')
      .set({ last_day: last.day })
      .where('product_id', '=', productId)
      .execute()
}

/** The parts with the days on which another order sold them, or money of it went back: each as "id day". */
async function findSoldByOthers(
  trx: Db,
  productIds: readonly string[],
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (productIds.length === 0) return new Set()
  const lines = trx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('product_id', 'in', productIds)
    .where('orders.id', 'not in', orderIds)
    .distinct()
  const bought = await lines
    .select(['product_id', 'paid_day as day'])
    .where('paid_day', 'is not', null)
    .execute()
  const gone = await lines
    .innerJoin('order_money', 'order_money.order_id', 'orders.id')
    .select(['product_id', 'day'])
    .where('order_lines.gone_cents', '<>', 0)
    .where('order_money.gone_cents', '<>', 0)
    .execute()
  return new Set([...bought, ...gone].map(({ product_id, day }) => `${product_id} ${day}`))
}

async function takeOffDay(
  trx: Db,
  day: number,
  own: readonly { readonly paid_cents: number; readonly gone_cents: number }[],
  orderIds: readonly string[],
): Promise<void> {
  const paid = own.reduce((sum, { paid_cents }) => sum + paid_cents, 0)
  const gone = own.reduce((sum, { gone_cents }) => sum + gone_cents, 0)
  const orders = own.filter(({ paid_cents }) => paid_cents !== 0).length
  await trx
    .updateTable('sales_days')
    .set((eb) => ({
      orders: eb('orders', '-', orders),
      revenue_cents: eb('revenue_cents', '-', paid - gone),
      gone_cents: eb('gone_cents', '-', gone),
    }))
    .where('day', '=', day)
    .execute()
  const other = sql`select 1 from order_money where day = ${day} and order_id not in (${sql.join([...orderIds])})`
  await trx
    .deleteFrom('sales_days')
    .where('day', '=', day)
    .where(sql<boolean>`not exists (${other})`)
    .execute()
}
