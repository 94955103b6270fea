import type { Db } from '#kit/db/db.ts'
import type { DisputeState } from '../states.ts'
import '../tables.ts'

/** A dispute of an order's payment: the provider's id of it, and what it is about in cents. */
export interface Dispute {
  readonly id: string
  readonly state: DisputeState
  readonly amountCents: number
  /** Whether the bank keeps the money until it is decided: an inquiry takes nothing yet. */
  readonly holdsMoney: boolean
  /** Why, in the provider's word; null of one that an earlier release recorded. */
  readonly reason: string | null
  /** Until when (ms) it is to be answered; null when that is over or not known. */
  readonly dueAt: number | null
  /** Whether evidence was sent. */
  readonly isAnswered: boolean
}

/** The recorded disputes of an order, in the sequence of their ids. */
export async function findDisputes(db: Db, orderId: string): Promise<Dispute[]> {
  const rows = await db
    .selectFrom('order_disputes')
    .select(['id', 'state', 'amount_cents', 'holds_money', 'reason', 'due_at', 'is_answered'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, state, amount_cents, holds_money, reason, due_at, is_answered }) => ({
    id,
    state,
    amountCents: amount_cents,
    holdsMoney: holds_money === 1,
    reason,
    dueAt: due_at,
    isAnswered: is_answered === 1,
  }))
}

/** The first deadline (ms) of the open disputes that nobody has answered; undefined when there is none. */
export async function findFirstDeadline(db: Db): Promise<number | undefined> {
  const { first } = await db
    .selectFrom('order_disputes')
    .select(({ fn }) => fn.min<number | null>('due_at').as('first'))
    .where('state', '=', 'open')
    .where('is_answered', '=', 0)
    .executeTakeFirstOrThrow()
  return first ?? undefined
}

const sumOf = (disputes: readonly Dispute[]): number =>
  disputes.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** What an order has of all its disputes together: see the columns of `orders`. */
export function sumDisputes(disputes: readonly Dispute[]) {
  const lost = disputes.filter(({ state }) => state === 'lost')
  const open = disputes.filter(({ state }) => state === 'open')
  const [first] = [...lost, ...open, ...disputes]
  return {
    dispute: first?.state ?? null,
    disputed_cents: lost.length > 0 ? sumOf(lost) : null,
    open_disputes: open.length,
    held_cents: sumOf(open.filter(({ holdsMoney }) => holdsMoney)),
  }
}

/** Replaces the recorded disputes of an order by those that the provider has. */
export async function writeDisputes(trx: Db, orderId: string, disputes: readonly Dispute[]): Promise<void> {
  await trx.deleteFrom('order_disputes').where('order_id', '=', orderId).execute()
  const rows = disputes.map(({ id, state, amountCents, holdsMoney, reason, dueAt, isAnswered }) => ({
    id,
    order_id: orderId,
    state,
    amount_cents: amountCents,
    holds_money: holdsMoney ? (1 as const) : (0 as const),
    reason,
    due_at: dueAt,
    is_answered: isAnswered ? (1 as const) : (0 as const),
  }))
  if (rows.length > 0) await trx.insertInto('order_disputes').values(rows).execute()
}

/** A state of a dispute that was recorded before its id was known: see the migration 0071. */
const isUnknown = ({ id }: Dispute): boolean => id.startsWith('unknown-')

/** What changed of disputes, for the events of the order: the state, or that one is no longer listed. */
export function changesOfDisputes(
  before: readonly Dispute[],
  after: readonly Dispute[],
): { readonly state: DisputeState | 'withdrawn'; readonly amountCents: number }[] {
  // The newest one is that of which only the state was known.
  const newest = after.at(-1)
  const known = before.map((one) => (isUnknown(one) && newest ? { ...one, id: newest.id } : one))
  const gone = known.filter(({ id }) => !after.some((one) => one.id === id))
  return [
    ...after.filter(({ id, state }) => known.find((one) => one.id === id)?.state !== state),
    ...gone.map(({ amountCents }) => ({ state: 'withdrawn' as const, amountCents })),
  ].map(({ state, amountCents }) => ({ state, amountCents }))
}
