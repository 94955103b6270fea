import { z } from 'zod'
import { linesField, searchField } from '#kit/input/fields.ts'
import { toE4 } from '#kit/ten-thousandths.ts'
import { LARGEST_DISCOUNT, LONGEST_COMPANY_NOTE } from '../limits.ts'
import { companySchema, termsSchema } from '../schema.ts'

export const listCompaniesSchema = z.object({
  q: searchField.optional().meta({ description: 'Words of the name, the billing address or the VAT ID.' }),
  limit: z.string().optional(),
  after: z.string().optional(),
})

export type ListCompanies = z.infer<typeof listCompaniesSchema>

export const listedCompanySchema = z.object({
  _id: z.string(),
  name: z.string(),
  memberCount: z.number().int(),
  blocked: z.literal(true).optional(),
  createdAt: z.string(),
})

/** A company in the list of the staff. */
export type ListedCompany = z.infer<typeof listedCompanySchema>

export const managedCompanySchema = companySchema
  .omit({ role: true, memberId: true, onAccount: true })
  .extend({ note: z.string().optional(), createdAt: z.string() })

/** A company as the staff sees it, with their `note` of it. */
export type ManagedCompany = z.infer<typeof managedCompanySchema>

const DISCOUNT = `The discount is a percent from 0 to ${LARGEST_DISCOUNT} with at most 4 decimals.`

export const manageCompanySchema = z.object({
  blocked: z.boolean('Whether it is blocked is true or false.').optional(),
  discount: z
    .number(DISCOUNT)
    .min(0, { error: DISCOUNT, abort: true })
    .max(LARGEST_DISCOUNT, { error: DISCOUNT, abort: true })
    .refine((percent) => toE4(percent) !== undefined, DISCOUNT)
    .optional(),
  note: linesField('The note', { minimum: 0, maximum: LONGEST_COMPANY_NOTE }).optional(),
  terms: termsSchema.nullable().optional(),
  revision: z.int('The revision is required, as a number.'),
})

/** What the staff sets of a company; what is absent stays. An empty `note` is none, and with `terms` null it pays by card. */
export type ManageCompany = z.infer<typeof manageCompanySchema>
