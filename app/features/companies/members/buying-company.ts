import '../tables.ts'
import type { Address } from '#features/delivery/schema.ts'
import type { Db } from '#kit/db/db.ts'
import { readBillTo } from './bill-to.ts'
import { readTerms, type StoredTerms } from './company-terms.ts'
import { findMembership, lockMemberships, type Membership } from './membership.ts'

/** The company that a member orders for, with the limits of that member in cents; null: none. */
export interface BuyingCompany {
  readonly id: string
  readonly name: string
  readonly billTo: Address
  readonly vatId: string | undefined
  readonly isBlocked: boolean
  readonly orderLimitCents: number | null
  readonly monthLimitCents: number | null
  /** Another one than before if its members may pay other prices: see {@link PricingCompany}. */
  readonly pricesRevision: number
  /** On which it orders without paying; undefined: it pays by card. */
  readonly terms: StoredTerms | undefined
}

/** The company that an account orders for; undefined without one. */
export async function findBuyingCompany(db: Db, userId: string): Promise<BuyingCompany | undefined> {
  const membership = await findMembership(db, userId)
  return membership && (await withCompanies(db, [membership])).get(userId)
}

/**
 * The companies that these accounts order for, by account. Their memberships are locked until the transaction ends, so that what is
 * counted for a limit is counted once: lock the accounts before, and products and orders afterwards.
 */
export async function lockBuyingCompanies(
  trx: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, BuyingCompany>> {
  if (userIds.length === 0) return new Map()
  return withCompanies(trx, await lockMemberships(trx, userIds))
}

async function withCompanies(db: Db, members: readonly Membership[]): Promise<Map<string, BuyingCompany>> {
  if (members.length === 0) return new Map()
  const ids = [...new Set(members.map(({ company_id }) => company_id))]
  const rows = await db.selectFrom('companies').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    members.flatMap((member): [string, BuyingCompany][] => {
      const row = byId.get(member.company_id)
      if (!row) return []
      const company: BuyingCompany = {
        id: row.id,
        name: row.name,
        billTo: readBillTo(row),
        vatId: row.vat_id ?? undefined,
        isBlocked: row.blocked === 1,
        orderLimitCents: member.order_limit_cents,
        monthLimitCents: member.month_limit_cents,
        pricesRevision: row.prices_revision,
        terms: readTerms(row),
      }
      return [[member.user_id, company]]
    }),
  )
}
