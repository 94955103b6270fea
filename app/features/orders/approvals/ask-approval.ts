import '../tables.ts'
import { sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { BuyingCompany } from '#features/companies/companies.ts'
import type { Db } from '#kit/db/db.ts'
import { enqueueTemplates, isWaitingFor, type TemplateMail } from '#kit/mail/enqueue.ts'
import { HOUR_MS } from '#kit/time.ts'
import type { ApprovalReason } from '../records/approval-reason.ts'
import { type OrderEvent, recordEvent } from '../records/order-events.ts'
import { ORDER_COLUMNS, type OrderRow, type OrderWithLines } from '../records/order-rows.ts'
import { eventOf, findAllowed, type OrderActor } from '../transitions/transitions.ts'
import { findMonthCents, reasonToAsk } from './member-limits.ts'

/** What members of a company are told of the staff. */
export const STAFF_NAME = 'the shop'

export const APPROVAL_MAIL = 'order approval asked'

/**
 * Writes that an order waits for an approval. Its event and its mails are the caller's: an order that is placed writes them with others. One
 * on account is held until then as any other, once it is approved without an end.
 */
export const writeAsked = (
  trx: Db,
  orderId: string,
  { reason, holdUntil }: { readonly reason: ApprovalReason; readonly holdUntil: number },
): Promise<OrderRow> =>
  trx
    .updateTable('orders')
    .set({ approval: 'waiting', approval_reason: JSON.stringify(reason) })
    .set({ hold_until: sql`case when account_days is null then hold_until else ${holdUntil} end` })
    .where('id', '=', orderId)
    .returning(ORDER_COLUMNS)
    .executeTakeFirstOrThrow()

interface Asker {
  readonly by: Extract<OrderActor, 'customer' | 'staff'>
  readonly id: string
  readonly name: string
}

export const askedEvent = (orderId: string, { by, id, name }: Asker, at: number): OrderEvent => ({
  orderId,
  kind: eventOf(findAllowed('ask', 'unpaid', by)),
  actor: id,
  actorName: name,
  at,
})

/** The mails to those of the company who may approve the order of this member. */
export async function approvalMails(
  trx: Db,
  { id, company_id, user_id }: Pick<OrderRow, 'id' | 'company_id' | 'user_id'>,
): Promise<TemplateMail[]> {
  if (company_id === null) return []
  const approvers = await trx
    .selectFrom('company_members')
    .innerJoin('user', 'user.id', 'company_members.user_id')
    .select(['user.id', 'user.email'])
    .where('company_id', '=', company_id)
    .where('company_members.role', '<>', 'buyer')
    .orderBy('user.id')
    .execute()
  return approvers
    .filter((approver) => approver.id !== user_id)
    .map(({ email: to }) => ({ to, template: APPROVAL_MAIL, about: id }))
}

/**
 * Other lines are asked for anew, whatever was decided of those before. Its approvers get a mail if it did not wait until now: of
 * one that does they were told already, and see its lines as they are.
 */
export async function askAgain(
  trx: Db,
  { before, company, payableCents, by, at, holdMs }: Asked,
): Promise<void> {
  const { id, user_id: userId, created_at: placedAt } = before
  const others = await findMonthCents(trx, { userId, companyId: company.id, at: placedAt }, [id])
  const reason = reasonToAsk({ company, totalCents: payableCents }, others)
  if (!reason) return
  const lastAskedAt = await findLastAsked(trx, id)
  const row = await writeAsked(trx, id, { reason, holdUntil: at + holdMs })
  const asker = by.id === userId ? { by: 'customer' as const, name: by.name } : STAFF
  await recordEvent(trx, askedEvent(id, { ...asker, id: by.id }, at))
  if (before.approval === 'waiting') return
  const notBefore = lastAskedAt === null ? at : lastAskedAt + BETWEEN_MAILS_MS
  for (const mail of await approvalMails(trx, row))
    if (!(await isWaitingFor(trx, mail))) await enqueueTemplates(trx, at, [{ ...mail, notBefore }])
}

/** So long after an order was asked about its next mail leaves, however often its lines need no approval in between. */
const BETWEEN_MAILS_MS = HOUR_MS

async function findLastAsked(trx: Db, orderId: string): Promise<number | null> {
  const { at } = await trx
    .selectFrom('order_approvals')
    .select(({ fn }) => fn.max<number | null>('at').as('at'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'approval_asked')
    .executeTakeFirstOrThrow()
  return at
}

const STAFF = { by: 'staff', name: STAFF_NAME } as const

interface Asked {
  readonly before: OrderWithLines
  readonly company: BuyingCompany
  readonly payableCents: number
  readonly by: Pick<SignedInUser, 'id' | 'name'>
  readonly at: number
  /** How long an order waits. */
  readonly holdMs: number
}
