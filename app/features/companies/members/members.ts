import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { companyRefusals } from '../refusals.ts'
import type { ChangeMember, Member } from '../schema.ts'
import {
  changeAsManager,
  deleteMember,
  findMembership,
  hasOtherManager,
  limitColumns,
  lockCompanyOf,
  type Membership,
  requireMembership,
  toLimits,
  updateMember,
} from './membership.ts'

/** The members of a company as one of them sees them: the limits of others are for approvers and managers. */
export async function listMembers(db: Db, reader: Membership): Promise<Member[]> {
  const members = await listMembersOf(db, reader.company_id)
  const seesLimits = ({ _id }: Member): boolean => reader.role !== 'buyer' || _id === reader.user_id
  return members.map(({ limits, ...member }) => (seesLimits(member) ? { ...member, limits } : member))
}

/** All members of a company, those who came first before the others. */
export async function listMembersOf(db: Db, companyId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('company_members')
    .innerJoin('user', 'user.id', 'company_members.user_id')
    .selectAll('company_members')
    .select(['user.name', 'user.email'])
    .where('company_id', '=', companyId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute()
  return rows.map((row) => ({
    _id: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    limits: toLimits(row),
  }))
}

/**
 * Gives a member of the caller's company another role and other limits. Refused: a caller who is no manager (403), whoever is no
 * member (404), and that the last manager becomes something else (409 `last_manager`).
 */
export function changeMember(
  shop: Shop,
  user: SignedInUser,
  memberId: string,
  { role, limits }: ChangeMember,
): Promise<void> {
  return changeAsManager(shop.db, user, async (trx, manager) => {
    const member = await findColleague(trx, manager, memberId)
    if (role !== 'manager') await refuseLastManager(trx, member)
    await updateMember(trx, memberId, { role, ...limitColumns(limits) })
  })
}

/**
 * Takes a member out of the company: a manager anybody, everybody oneself. Refused: another member (403), whoever is no member (404),
 * and the last manager (409 `last_manager`).
 */
export function removeMember(shop: Shop, user: SignedInUser, memberId: string): Promise<void> {
  return shop.db.transaction().execute(async (trx) => {
    await lockCompanyOf(trx, user.id)
    const own = await requireMembership(trx, user.id)
    if (memberId !== user.id && own.role !== 'manager')
      throw new AppError('forbidden', 'Only a manager of the company may do this.')
    const member = await findColleague(trx, own, memberId)
    await refuseLastManager(trx, member)
    await deleteMember(trx, memberId)
  })
}

/**
 * Takes an account that its owner deletes out of its company. Refused (409 `last_manager`) for the last manager while it has other
 * members: one of them has to become manager first. A company whose only member goes stays without members, for its orders.
 */
export async function leaveCompany(trx: Db, userId: string): Promise<void> {
  const own = await lockCompanyOf(trx, userId)
  if (!own) return
  const isAlone = (await listMembers(trx, own)).length === 1
  if (isAlone) await trx.deleteFrom('company_invitations').where('company_id', '=', own.company_id).execute()
  else await refuseLastManager(trx, own)
  await deleteMember(trx, userId)
}

async function findColleague(trx: Db, own: Membership, memberId: string): Promise<Membership> {
  const member = await findMembership(trx, memberId)
  if (member?.company_id === own.company_id) return member
  throw new AppError('not_found', 'The company has no such member.')
}

async function refuseLastManager(trx: Db, member: Membership): Promise<void> {
  if (member.role !== 'manager' || (await hasOtherManager(trx, member))) return
  throw new AppError(
    companyRefusals.lastManager,
    'This is the last manager of the company. Make another member a manager first.',
  )
}
