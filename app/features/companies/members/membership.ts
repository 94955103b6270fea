import '../tables.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { centsToDollars, wholeCents } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import { companyRefusals } from '../refusals.ts'
import type { MemberLimits } from '../schema.ts'

/** The membership of an account, as it is stored. */
export type Membership = Selectable<Schema['company_members']>

/** Whose membership it is: the condition by which every statement about that of an account finds it. */
const memberIs = (userId: string): RawBuilder<boolean> => sql`company_members.user_id = ${userId}`

/** Whether the account is now a member of the company in that column. */
export const isMemberOf = (userId: string, companyColumn: string): RawBuilder<boolean> =>
  sql`exists (select 1 from company_members where ${memberIs(userId)} and company_id = ${sql.ref(companyColumn)})`

/** Whether it is so as one who reads and approves what all of them order. */
export const mayApproveIn = (userId: string, companyColumn: string): RawBuilder<boolean> =>
  sql`exists (select 1 from company_members where ${memberIs(userId)} and company_id = ${sql.ref(companyColumn)}
    and role <> 'buyer')`

/** The memberships of these accounts, locked until the transaction ends: nobody changes their roles and limits meanwhile, or leaves. */
export const lockMemberships = (trx: Db, userIds: readonly string[]): Promise<Membership[]> =>
  trx
    .selectFrom('company_members')
    .selectAll()
    .where(sql<boolean>`company_members.user_id in (${sql.join([...userIds])})`)
    .orderBy('company_members.user_id')
    .forNoKeyUpdate()
    .execute()

/** The membership of an account; undefined without a company. */
export const findMembership = (db: Db, userId: string): Promise<Membership | undefined> =>
  db.selectFrom('company_members').selectAll().where(memberIs(userId)).executeTakeFirst()

/** What the prices of a member depend on. */
export interface PricingCompany {
  readonly id: string
  /** What it pays less than the list, in ten-thousandths of a percent. */
  readonly discountE4: number
  /** Another one than before if its members may pay other prices, so that an order is compared with it. */
  readonly pricesRevision: number
}

/** The company whose prices an account pays; undefined without one. One statement. */
export async function findPricingCompany(db: Db, userId: string): Promise<PricingCompany | undefined> {
  const row = await db
    .selectFrom('company_members')
    .innerJoin('companies', 'companies.id', 'company_members.company_id')
    .select(['companies.id', 'discount_e4', 'prices_revision'])
    .where(memberIs(userId))
    .executeTakeFirst()
  return row && { id: row.id, discountE4: row.discount_e4, pricesRevision: row.prices_revision }
}

/** Whether the account is a member of a company. */
export const isInCompany = async (db: Db, userId: string): Promise<boolean> =>
  (await findMembership(db, userId)) !== undefined

/** The same, refused (404) without a company. */
export async function requireMembership(db: Db, userId: string): Promise<Membership> {
  const membership = await findMembership(db, userId)
  if (!membership) throw new AppError('not_found', 'You are in no company.')
  return membership
}

/** The same of a manager; another role is refused (403). */
export async function requireManager(db: Db, userId: string): Promise<Membership> {
  const membership = await requireMembership(db, userId)
  if (membership.role === 'manager') return membership
  throw new AppError('forbidden', 'Only a manager of the company may do this.')
}

/**
 * Locks the company of the account until the transaction ends, so that changes of its members and invitations wait for each other,
 * with the membership as it is then. Undefined without a company.
 */
export async function lockCompanyOf(trx: Db, userId: string): Promise<Membership | undefined> {
  const before = await findMembership(trx, userId)
  if (!before) return undefined
  await lockCompany(trx, before.company_id)
  const now = await findMembership(trx, userId)
  // Whoever left it meanwhile, for another one, has nothing to do with the one that is locked.
  return now?.company_id === before.company_id ? now : undefined
}

export const lockCompany = (trx: Db, companyId: string) =>
  trx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Runs a change of the company by one of its managers while nobody else changes it. Refused: no company (404), another role (403). */
export function changeAsManager<Result>(
  db: Db,
  user: Pick<SignedInUser, 'id'>,
  change: (trx: Db, manager: Membership) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockCompanyOf(trx, user.id)
    return change(trx, await requireManager(trx, user.id))
  })
}

/** Refuses (403) an account whose e-mail address is not confirmed. */
export function refuseUnverified({ emailVerified }: Pick<SignedInUser, 'emailVerified'>): void {
  if (emailVerified) return
  throw new AppError(companyRefusals.emailNotVerified, 'Confirm your e-mail address first.')
}

/** Inserts a membership. Refused (409) of an account that is in a company; lock the account before. */
export async function addMember(trx: Db, member: Membership): Promise<void> {
  const added = await trx
    .insertInto('company_members')
    .values(member)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n)
    throw new AppError(companyRefusals.inCompany, 'You are in a company already. Leave it first.')
}

export const updateMember = (trx: Db, userId: string, change: Partial<Membership>) =>
  trx.updateTable('company_members').set(change).where(memberIs(userId)).execute()

export const deleteMember = (trx: Db, userId: string) =>
  trx.deleteFrom('company_members').where(memberIs(userId)).execute()

/** Whether the company has a manager besides this member. Lock the company before. */
export async function hasOtherManager(trx: Db, { company_id, user_id }: Membership): Promise<boolean> {
  const other = await trx
    .selectFrom('company_members')
    .select('role')
    .where('company_id', '=', company_id)
    .where('role', '=', 'manager')
    .where(sql<boolean>`not ${memberIs(user_id)}`)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

type LimitColumns = Pick<Membership, 'order_limit_cents' | 'month_limit_cents'>

export const limitColumns = ({ order, month }: MemberLimits = {}): LimitColumns => ({
  order_limit_cents: order === undefined ? null : wholeCents(order),
  month_limit_cents: month === undefined ? null : wholeCents(month),
})

export const toLimits = ({ order_limit_cents, month_limit_cents }: LimitColumns): MemberLimits => ({
  ...(order_limit_cents !== null && { order: centsToDollars(order_limit_cents) }),
  ...(month_limit_cents !== null && { month: centsToDollars(month_limit_cents) }),
})
