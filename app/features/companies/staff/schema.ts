import { z } from 'zod'
import { linesField, searchField } from '#kit/input/fields.ts'
import { LONGEST_COMPANY_NOTE } from '../limits.ts'
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

export const manageCompanySchema = z.object({
  blocked: z.boolean('Whether it is blocked is yes or no.').optional(),
  note: linesField('The note', { minimum: 0, maximum: LONGEST_COMPANY_NOTE }).optional(),
  terms: termsSchema.nullable().optional(),
  revision: z.int('The revision is required, as a number.'),
})

/** What the staff sets of a company; what is absent stays. An empty `note` is none, and with `terms` null it pays by card. */
export type ManageCompany = z.infer<typeof manageCompanySchema>
