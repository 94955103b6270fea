import '../tables.ts'
import { lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import { addressLines, checkAddress } from '#features/delivery/delivery.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { checkVatId } from '#kit/input/vat-id.ts'
import { centsToDollars } from '#kit/money.ts'
import { REVISION_CHANGED } from '#kit/problem.ts'
import { AppError, invalidFields } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { fromE4 } from '#kit/ten-thousandths.ts'
import { foldText } from '#kit/text/fold-text.ts'
import { fromAbove } from '../handed/handed.ts'
import { readBillTo } from '../members/bill-to.ts'
import { toTerms } from '../members/company-terms.ts'
import { listMembers } from '../members/members.ts'
import {
  addMember,
  changeAsManager,
  findMembership,
  lockCompany,
  type Membership,
  refuseUnverified,
  requireMembership,
} from '../members/membership.ts'
import { availableCredit } from '../members/terms-text.ts'
import type { ChangeCompany, Company, CompanyTerms, NewCompany, OwnTerms } from '../schema.ts'

/** The company of the caller, as its role may see it. Refused (404) without one. */
export const readOwnCompany = async (db: Db, { id }: Pick<SignedInUser, 'id'>): Promise<Company> =>
  readCompany(db, await requireMembership(db, id))

/** What the shop keeps of the caller as a member, without the others; undefined without a company. */
export async function findOwnMembership(db: Db, { id }: Pick<SignedInUser, 'id'>) {
  const membership = await findMembership(db, id)
  if (!membership) return undefined
  const { members, memberId, ...company } = await readCompany(db, membership)
  return { ...company, limits: members.find(({ _id }) => _id === memberId)?.limits }
}

async function readCompany(db: Db, own: Membership): Promise<Company> {
  const row = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', own.company_id)
    .executeTakeFirstOrThrow()
  const billTo = readBillTo(row)
  const terms = toTerms(row)
  const isBuyer = own.role === 'buyer'
  return {
    _id: row.id,
    revision: row.revision,
    name: row.name,
    billTo,
    billToLines: addressLines(billTo),
    ...(row.vat_id !== null && { vatId: row.vat_id }),
    ...(row.discount_e4 > 0 && { discount: fromE4(row.discount_e4) }),
    role: own.role,
    memberId: own.user_id,
    ...(row.blocked === 1 && { blocked: true as const }),
    members: await listMembers(db, own),
    ...(terms && { onAccount: { days: terms.days } }),
    ...(terms && !isBuyer && { terms, credit: await findCredit(db, row.id, terms) }),
  }
}

/** On what terms the caller can order on account; nothing of who has no company with terms, and of a blocked one. */
export async function readOwnTerms(db: Db, { id }: Pick<SignedInUser, 'id'>): Promise<OwnTerms> {
  const membership = await findMembership(db, id)
  const company = membership && (await readCompany(db, membership))
  if (!company?.onAccount || company.blocked) return {}
  const { onAccount, credit } = company
  return { ...onAccount, ...(credit && { available: availableCredit(credit) }) }
}

/** What a company may owe, and owes, in dollars. */
async function findCredit(db: Db, companyId: string, { credit: limit }: CompanyTerms) {
  return { limit, used: centsToDollars(await fromAbove().findUsedCredit(db, companyId)) }
}

/**
 * Creates a company of which the caller is the manager. Refused: an e-mail address that is not confirmed (403), an address or a VAT ID
 * that is none (422), and whoever is in a company (409 `in_company`).
 */
export async function createCompany(shop: Shop, user: SignedInUser, given: NewCompany): Promise<Company> {
  refuseUnverified(user)
  const at = shop.now()
  const id = newId(at)
  const columns = columnsOf(given)
  const own: Membership = {
    user_id: user.id,
    company_id: id,
    role: 'manager',
    order_limit_cents: null,
    month_limit_cents: null,
    joined_at: at,
  }
  await shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, user)
    await trx
      .insertInto('companies')
      .values({ id, ...columns, created_at: at })
      .execute()
    await addMember(trx, own)
  })
  return readCompany(shop.db, own)
}

/** Replaces name, address and VAT ID. Refused: a caller who is no manager (403), and a revision that is not the present one (409). */
export async function changeCompany(
  shop: Shop,
  user: SignedInUser,
  { revision, ...given }: ChangeCompany,
): Promise<Company> {
  const columns = columnsOf(given)
  return changeAsManager(shop.db, user, async (trx, manager) => {
    const before = await lockCompany(trx, manager.company_id)
    if (before.revision !== revision)
      throw new AppError(REVISION_CHANGED, 'The company was changed meanwhile. Load it again.')
    await trx
      .updateTable('companies')
      .set({ ...columns, revision: revision + 1 })
      .where('id', '=', before.id)
      .execute()
    return readCompany(trx, manager)
  })
}

/** Checked, as the address book checks what it keeps. */
function columnsOf({ name, billTo, vatId }: NewCompany) {
  const checked = checkAddress(billTo)
  const { vatId: read, problem } = vatId ? checkVatId(vatId) : {}
  const problems = [
    ...(checked.problems ?? []).map(({ pointer, detail }) => ({ pointer: `/billTo${pointer}`, detail })),
    ...(problem === undefined ? [] : [{ pointer: '/vatId', detail: problem }]),
  ]
  if (!checked.address || problems.length > 0) throw invalidFields('', problems)
  return {
    name,
    bill_to: JSON.stringify(checked.address),
    vat_id: read?.id ?? null,
    search_text: foldText([name, ...addressLines(checked.address), read?.id ?? ''].join(' ')),
  }
}
