import type { Kysely } from 'kysely'
import type Stripe from 'stripe'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import type { StoredEvent } from './events.ts'
import type { IdempotentCall } from './idempotency.ts'
import type { StoredMethod } from './payment-methods.ts'
import { missing } from './stripe-fault.ts'
import './tables.ts'

/** The stored objects, by kind. */
export interface Stored {
  payment_intent: Stripe.PaymentIntent
  payment_method: StoredMethod
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  event: StoredEvent
  idempotency: IdempotentCall
}

export type Kind = keyof Stored

/** One call of the API, or one action of the job: all its queries use its `db`. */
export interface Call {
  readonly db: Kysely<Schema>
  readonly nowMs: number
  readonly requestId: string | null
  readonly idempotencyKey: string | null
  /** Made with the publishable key: reads fewer fields, and needs an intent's client secret. */
  readonly publishable: boolean
}

/** Stripe's times are whole seconds. */
export const seconds = (call: Call): number => Math.floor(call.nowMs / 1000)

export const newStripeId = (call: Call, prefix: string): string => `${prefix}_${newId(call.nowMs)}`

/** The object with that id. Throws Stripe's 404. */
export async function read<K extends Kind>(
  call: Call,
  kind: K,
  id: string,
  param?: string,
): Promise<Stored[K]> {
  const row = await call.db
    .selectFrom('sandbox_stripe')
    .select('body')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw missing(kind, id, param)
  return JSON.parse(row.body)
}

/**
 * Reads and locks a row that the same transaction is going to change. SQLite's transactions have the write lock from
 * their beginning, so there the read alone is enough.
 */
export async function lock<K extends Kind>(call: Call, kind: K, id: string): Promise<Stored[K]> {
  const row = await call.db
    .selectFrom('sandbox_stripe')
    .select('body')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw missing(kind, id)
  return JSON.parse(row.body)
}

/** Adds a row. False if the id exists already. */
export async function add<K extends Kind>(
  call: Call,
  kind: K,
  id: string,
  body: Stored[K],
  dueAt: number | null = null,
): Promise<boolean> {
  const result = await call.db
    .insertInto('sandbox_stripe')
    .values({ kind, id, body: JSON.stringify(body), created_at: call.nowMs, due_at: dueAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Replaces a row that {@link lock} has read. Changes `due_at` only if `dueAt` is given. */
export async function save<K extends Kind>(
  call: Call,
  kind: K,
  id: string,
  body: Stored[K],
  dueAt?: number,
): Promise<void> {
  await call.db
    .updateTable('sandbox_stripe')
    .set({ body: JSON.stringify(body), ...(dueAt !== undefined && { due_at: dueAt }) })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
}
