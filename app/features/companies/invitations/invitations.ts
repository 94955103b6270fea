import '../tables.ts'
import { type Selectable, sql } from 'kysely'
import { lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import { newId } from '#kit/id.ts'
import { hashToken, newToken } from '#kit/link-token.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { mayMailUnproven } from '#kit/mail/unproven-mails.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import { INVITATION_DAYS, MOST_INVITATIONS, MOST_MEMBERS } from '../limits.ts'
import { listMembers } from '../members/members.ts'
import {
  addMember,
  changeAsManager,
  limitColumns,
  lockCompany,
  type Membership,
  refuseUnverified,
  requireManager,
  toLimits,
} from '../members/membership.ts'
import type { Invitation, Invite } from '../schema.ts'
import { invitationMail } from './invitation-mails.ts'

const LASTS_MS = INVITATION_DAYS * DAY_MS

type InvitationRow = Selectable<Schema['company_invitations']>

/** The open invitations of the caller's company, the newest first. Refused (403) for whoever is no manager. */
export async function listInvitations(shop: Shop, user: Pick<SignedInUser, 'id'>): Promise<Invitation[]> {
  const manager = await requireManager(shop.db, user.id)
  const rows = await openInvitations(shop.db, manager, shop.now()).orderBy('id', 'desc').execute()
  return rows.map(toInvitation)
}

const openInvitations = (db: Db, { company_id }: Pick<Membership, 'company_id'>, now: number) =>
  db
    .selectFrom('company_invitations')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('expires_at', '>', now)

const toInvitation = (row: InvitationRow): Invitation => ({
  _id: row.id,
  email: row.email,
  role: row.role,
  limits: toLimits(row),
  expiresAt: toIso(row.expires_at),
})

/**
 * Invites an address by a mailed link; an earlier one to it ends. Whether the address has an account is told nobody. Refused: a caller
 * who is no manager (403), an address that is a member's (409), and more than 50 open ones (409 `too_many`).
 */
export function invite(shop: Shop, user: SignedInUser, { email, role, limits }: Invite): Promise<Invitation> {
  const at = shop.now()
  const token = newToken()
  return changeAsManager(shop.db, user, async (trx, manager) => {
    const { name } = await lockCompany(trx, manager.company_id)
    const members = await listMembers(trx, manager)
    if (members.some((member) => member.email === email))
      throw new AppError('conflict', 'Whoever has this address is a member already.')
    await trx
      .deleteFrom('company_invitations')
      .where('company_id', '=', manager.company_id)
      .where(({ eb, or }) => or([eb('email', '=', email), eb('expires_at', '<=', at)]))
      .execute()
    const open = await openInvitations(trx, manager, at).execute()
    refuseTooMany(open.length, members.length)
    const row: InvitationRow = {
      ...{ id: newId(at), company_id: manager.company_id, email, role, ...limitColumns(limits) },
      ...{ token_hash: hashToken(token), expires_at: at + LASTS_MS },
    }
    await trx.insertInto('company_invitations').values(row).execute()
    if (await mayMailUnproven({ ...shop, db: trx }, { to: email, cause: 'account', template: 'invitation' }))
      await enqueueMail(trx, at, {
        to: email,
        ...invitationMail(shop, { company: name, inviter: user.email, role, token }),
      })
    return toInvitation(row)
  })
}

function refuseTooMany(open: number, members: number): void {
  if (open >= MOST_INVITATIONS)
    throw new AppError(
      'too_many',
      `${MOST_INVITATIONS} invitations are open, the most there can be. Withdraw one first.`,
    )
  if (members + open >= MOST_MEMBERS)
    throw new AppError('too_many', `A company has ${MOST_MEMBERS} members at most.`)
}

/** Withdraws an invitation: its link is dead at once. Refused: a caller who is no manager (403), one that is not open (404). */
export function withdrawInvitation(shop: Shop, user: SignedInUser, id: string): Promise<void> {
  return changeAsManager(shop.db, user, async (trx, { company_id }) => {
    const { numDeletedRows } = await trx
      .deleteFrom('company_invitations')
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .where('expires_at', '>', shop.now())
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('not_found', 'There is no such invitation.')
  })
}

/**
 * Makes the caller a member of the company that invited this address, once. Refused: an e-mail address that is not confirmed (403), a
 * token that is unknown, used, withdrawn, too old or another's (404, the same for all), and whoever is in a company (409).
 */
export async function joinCompany(shop: Shop, user: SignedInUser, token: string): Promise<void> {
  refuseUnverified(user)
  const at = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, user)
    // The address may have changed since the call began.
    const { email } = await trx
      .selectFrom('user')
      .select('email')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    const used = await trx
      .deleteFrom('company_invitations')
      .where('token_hash', '=', hashToken(token))
      .where('email', '=', email)
      .where('expires_at', '>', at)
      .returning(['company_id', 'role', 'order_limit_cents', 'month_limit_cents'])
      .executeTakeFirst()
    if (!used)
      throw new AppError(
        'not_found',
        'This invitation cannot be used: it is too old, was used or withdrawn, or is for another e-mail address.',
      )
    await addMember(trx, { ...used, user_id: user.id, joined_at: at })
  })
}

/** Deletes invitations that can be used no more. */
export const deleteOldInvitations = ({ db, now }: Shop): Promise<void> =>
  deleteOldRows(db, 'company_invitations', now() - LASTS_MS, sql<boolean>`1 = 1`)
