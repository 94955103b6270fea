import { centsToDollars, formatTotal, wholeCents } from '#kit/money.ts'
import type { Company, CompanyTerms } from '../schema.ts'
import { daysText } from '../texts.ts'

/** What a company may still order for on account, in dollars. */
export const availableCredit = ({ limit, used }: NonNullable<Company['credit']>): number =>
  centsToDollars(Math.max(wholeCents(limit) - wholeCents(used), 0))

/** "30 days, $1,200.00 of $5,000.00 used" */
export const creditText = ({ days }: CompanyTerms, { limit, used }: NonNullable<Company['credit']>): string =>
  `${daysText(days)}, ${formatTotal(used)} of ${formatTotal(limit)} used`
