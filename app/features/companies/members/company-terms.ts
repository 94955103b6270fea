import type { Selectable } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { centsToDollars, wholeCents } from '#kit/money.ts'
import type { CompanyTerms } from '../schema.ts'
import '../tables.ts'

/** On what terms a company orders on account. */
export interface StoredTerms {
  /** In so many days its invoices are to be paid. */
  readonly days: number
  readonly creditCents: number
}

type TermsColumns = Pick<Selectable<Schema['companies']>, 'terms_days' | 'credit_cents'>

export const readTerms = ({ terms_days, credit_cents }: TermsColumns): StoredTerms | undefined =>
  terms_days === null || credit_cents === null ? undefined : { days: terms_days, creditCents: credit_cents }

/** The same as answers have it. */
export const toTerms = (row: TermsColumns): CompanyTerms | undefined => {
  const terms = readTerms(row)
  return terms && { days: terms.days, credit: centsToDollars(terms.creditCents) }
}

export const termsColumns = (terms: CompanyTerms | undefined): TermsColumns => ({
  terms_days: terms?.days ?? null,
  credit_cents: terms ? wholeCents(terms.credit) : null,
})

/**
 * The credit of these companies in cents, by id; those without terms are left out. They are locked until the transaction ends, so that
 * what is counted of their credit is counted once: lock the accounts before, and memberships, products and orders afterwards.
 */
export async function lockCredits(trx: Db, companyIds: readonly string[]): Promise<Map<string, number>> {
  if (companyIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('companies')
    .select(['id', 'terms_days', 'credit_cents'])
    .where('id', 'in', companyIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(
    rows.flatMap((row): [string, number][] => {
      const terms = readTerms(row)
      return terms ? [[row.id, terms.creditCents]] : []
    }),
  )
}
