import '../tables.ts'
import type { RawBuilder } from 'kysely'
import { lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import {
  ALL_ORDERS,
  type LockedOrder,
  lockOrder,
  sumPieces,
  writableByOwner,
} from '#features/orders/orders.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { AuditKinds } from '#kit/audit/tables.ts'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { REVISION_CHANGED } from '#kit/problem.ts'
import { keyReused, type RequestKey, refuseReusedKey, requestKey } from '#kit/request-key.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { mailReturn } from '../mails/return-mails.ts'
import { findReturn, type ReturnRow, returnNotFound } from '../records/return-rows.ts'
import type { ReturnOutcome, ReturnState, ReturnStep } from '../states.ts'

/** Who takes a step: the customer of the order, or the staff. */
export interface Actor {
  readonly user: SignedInUser
  readonly by: 'customer' | 'staff'
}

/** In which states a step may happen to a return that there is, and how it is refused in others. */
const MAY: Readonly<
  Record<Exclude<ReturnStep, 'asked' | 'opened'>, { from: readonly ReturnState[]; says: string }>
> = {
  accepted: { from: ['asked'], says: 'Only a requested return can be accepted.' },
  declined: { from: ['asked'], says: 'Only a requested return can be declined.' },
  withdrawn: {
    from: ['asked', 'accepted'],
    says: 'Only a return of which nothing came back can be withdrawn.',
  },
  received: {
    from: ['accepted', 'received'],
    says: 'Pieces come back by a return that is accepted and not settled.',
  },
  replaced: {
    from: ['received'],
    says: 'Only what came back and is not settled can be replaced.',
  },
  closed: {
    from: ['accepted', 'received'],
    says: 'Only an accepted return that is not settled can be closed.',
  },
}

/** The audit log has the steps of the staff. */
const AUDITED: Readonly<Partial<Record<ReturnStep, keyof AuditKinds>>> = {
  opened: 'order.return_opened',
  accepted: 'order.return_accepted',
  declined: 'order.return_declined',
  received: 'order.return_received',
  replaced: 'order.return_replaced',
  closed: 'order.return_closed',
}

/** A step that is asked for: of the return as it was read. With a key the same request is done once. */
export interface AskedStep {
  readonly step: keyof typeof MAY
  readonly returnId: string
  readonly revision: number
  readonly key?: string | undefined
  /** What is asked for besides, by which a repeat is known. */
  readonly input: unknown
}

/** A return with its order, both locked until the transaction ends. */
export interface LockedReturn {
  readonly row: ReturnRow
  readonly order: LockedOrder
  readonly at: number
}

/** What a step changes. */
export interface StepDone {
  readonly changes: {
    readonly state: ReturnState
    readonly outcome?: ReturnOutcome
    readonly instructions?: string
    readonly answer?: string
    /** Null takes away a refund that failed: what becomes of that afterwards changes the return no more. */
    readonly refund_id?: null
  }
  /** The pieces that it is of; those of the return unless it says others. */
  readonly pieces?: number
  readonly audited?: readonly FieldChange[]
}

/**
 * Takes a step of a return, with its event, its mail and its entry of the audit log, in one transaction; resolves to the return as it
 * is then. The order is locked, so that of two at once the other finds what the first has done. Refused, with nothing changed: the
 * return of another (404), one that has changed since it was read, and one in a state in which the step may not happen (409), the
 * key of another request (422).
 */
export const takeStep = (
  shop: Shop,
  actor: Actor,
  asked: AskedStep,
  act: (trx: Db, locked: LockedReturn) => Promise<StepDone>,
): Promise<ReturnRow> =>
  shop.db.transaction().execute(async (trx) => {
    if (actor.by === 'customer') await lockCustomer(trx, actor.user)
    const order = await lockOrderOf(trx, asked.returnId, whoseOf(actor))
    const key = requestKey(asked.key, [asked.step, asked.returnId, asked.revision, asked.input])
    if (key && (await findStepOf(trx, actor, key))) return findReturn(trx, asked.returnId)
    const row = await findReturn(trx, asked.returnId)
    refuseStale(row, asked.revision)
    const { from, says } = MAY[asked.step]
    if (!from.includes(row.state)) throw new AppError('conflict', says)
    const at = shop.now()
    const { changes, pieces = sumPieces(row.lines), audited = [] } = await act(trx, { row, order, at })
    await changeReturn(trx, row, { ...changes, changed_at: at })
    await recordReturnStep(trx, actor, { row, step: asked.step, pieces, at, key })
    await audit(trx, actor, { step: asked.step, order, at, audited, reason: changes.answer })
    const now = await findReturn(trx, asked.returnId)
    await mailReturn(trx, shop, { step: asked.step, order, row: now, at })
    return now
  })

/** Who has left the company of an order only reads it. */
export const whoseOf = ({ user, by }: Actor): RawBuilder<boolean> =>
  by === 'staff' ? ALL_ORDERS : writableByOwner(user)

/** Locks the order of a return: all steps of its returns wait for each other. */
async function lockOrderOf(trx: Db, returnId: string, whose: RawBuilder<boolean>): Promise<LockedOrder> {
  const { order_id } = await findReturn(trx, returnId, whose)
  const order = await lockOrder(trx, order_id)
  if (!order) throw returnNotFound()
  return order
}

export function refuseStale(row: Pick<ReturnRow, 'revision'>, revision: number): void {
  if (row.revision !== revision)
    throw new AppError(REVISION_CHANGED, 'The return has changed since it was read. Look at it again.')
}

/** Writes what changed of a return as it was read under the lock of its order: the revision is a second protection. */
export async function changeReturn(
  trx: Db,
  { id, revision, state }: Pick<ReturnRow, 'id' | 'revision' | 'state'>,
  changes: Omit<StepDone['changes'], 'refund_id'> & {
    readonly changed_at: number
    readonly refund_id?: string | null
  },
): Promise<void> {
  const read = { id, revision, state }
  if (!(await compareAndSet(trx, 'returns', read, { ...changes, revision: revision + 1 })))
    throw new Error('the return has changed although its order is locked')
}

/** Leaves the pieces that came back, so that the others can be returned anew. */
export async function keepReceived(trx: Db, { id }: Pick<ReturnRow, 'id'>): Promise<void> {
  await trx
    .deleteFrom('return_lines')
    .where('return_id', '=', id)
    .where('restocked', '=', 0)
    .where('scrapped', '=', 0)
    .execute()
  await trx
    .updateTable('return_lines')
    .set((eb) => ({ quantity: eb('restocked', '+', eb.ref('scrapped')) }))
    .where('return_id', '=', id)
    .execute()
}

/** The return of the step that this request has made before. Refuses (422) the key of another one. */
export async function findStepOf(trx: Db, { user }: Actor, key: RequestKey): Promise<string | undefined> {
  const earlier = await trx
    .selectFrom('return_steps')
    .select(['return_id', 'idempotency_hash'])
    .where('actor_id', '=', user.id)
    .where('idempotency_key', '=', key.idempotency_key)
    .executeTakeFirst()
  if (!earlier) return undefined
  refuseReusedKey(key, earlier, OTHER)
  return earlier.return_id
}

const OTHER = 'another step of a return'

/** Records a step with the key of its request. */
export async function recordReturnStep(
  trx: Db,
  { user }: Actor,
  done: {
    readonly row: Pick<ReturnRow, 'id' | 'order_id'>
    readonly step: ReturnStep
    readonly pieces: number
    readonly at: number
    readonly key: RequestKey | undefined
  },
): Promise<void> {
  const { row, step, pieces, at, key } = done
  const recorded = await trx
    .insertInto('return_steps')
    .values({
      id: newId(at),
      return_id: row.id,
      order_id: row.order_id,
      step,
      pieces,
      actor_id: user.id,
      at,
      idempotency_key: key?.idempotency_key ?? null,
      idempotency_hash: key?.idempotency_hash ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Another request of the same caller has used the key for another order meanwhile.
  if (!recorded) throw keyReused(OTHER)
}

/** Records a step of the staff in the audit log, with the order as its subject. */
export async function audit(
  trx: Db,
  { user, by }: Actor,
  done: {
    readonly step: ReturnStep
    readonly order: Pick<LockedOrder, 'id'>
    readonly at: number
    readonly audited: readonly FieldChange[]
    readonly reason?: string | undefined
  },
): Promise<void> {
  const { step, order, at, audited, reason } = done
  const kind = AUDITED[step]
  if (by === 'customer' || kind === undefined) return
  const changes = [...audited]
  await recordAudit(trx, {
    by: user,
    at,
    kind,
    subject: order.id,
    changes,
    ...(reason !== undefined && { reason }),
  })
}
