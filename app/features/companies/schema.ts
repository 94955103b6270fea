import { z } from 'zod'
import { emailSchema } from '#features/accounts/schema.ts'
import { addressSchema } from '#features/delivery/schema.ts'
import { oneLineField, optionalVatIdField } from '#kit/input/fields.ts'
import { centsToDollars, wholeCents } from '#kit/money.ts'
import { COMPANY_NAME, COMPANY_ROLES, LARGEST_LIMIT, MOST_TERMS_DAYS, WEB_ADDRESS } from './limits.ts'

const dollarsField = (what: string) =>
  z
    .number(`${what} is an amount of money.`)
    .min(0, `${what} is 0 or more.`)
    .max(LARGEST_LIMIT, `${what} is too large.`)
    .refine((amount) => centsToDollars(wholeCents(amount)) === amount, `${what} has two decimals at most.`)

const limitField = dollarsField('A limit')

const DAYS = `The days are from 1 to ${MOST_TERMS_DAYS}.`

export const termsSchema = z.object({
  days: z.int(DAYS).min(1, DAYS).max(MOST_TERMS_DAYS, DAYS),
  credit: dollarsField('The credit'),
})

/** On what terms a company orders on account: in how many days its invoices are to be paid, and for how many dollars in all it may owe. */
export type CompanyTerms = z.infer<typeof termsSchema>

const limitsSchema = z.object({ order: limitField.optional(), month: limitField.optional() })

/**
 * What a member may order without being asked, in dollars: with one order, and in a month of UTC with all of them. What is absent
 * has no limit.
 */
export type MemberLimits = z.infer<typeof limitsSchema>

const roleField = z.enum(COMPANY_ROLES, 'The role is buyer, approver or manager.')

export const newCompanySchema = z.object({
  name: oneLineField(COMPANY_NAME.what, COMPANY_NAME).refine((name) => !WEB_ADDRESS.test(name), {
    error: 'The name of the company has no web address.',
  }),
  billTo: addressSchema,
  vatId: optionalVatIdField,
})

/** A company to create, with the address to which its invoices go. */
export type NewCompany = z.infer<typeof newCompanySchema>

/** `revision` is that of the company which was changed. */
export const changeCompanySchema = newCompanySchema.extend({
  revision: z.int('The revision is required, as a number.'),
})

export type ChangeCompany = z.infer<typeof changeCompanySchema>

export const changeMemberSchema = z.object({ role: roleField, limits: limitsSchema })

export type ChangeMember = z.infer<typeof changeMemberSchema>

export const inviteSchema = z.object({ email: emailSchema, role: roleField, limits: limitsSchema.optional() })

export type Invite = z.infer<typeof inviteSchema>

export const joinSchema = z.object({ token: z.string('The token is required.').max(100) })

const memberSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleField,
  limits: limitsSchema.optional(),
})

/** Somebody of a company. The limits of others are for its approvers and managers. */
export type Member = z.infer<typeof memberSchema>

export const companySchema = z
  .object({
    _id: z.string(),
    revision: z.number().int(),
    name: z.string(),
    billTo: addressSchema,
    billToLines: z.array(z.string()),
    vatId: z.string().optional(),
    discount: z.number().optional().meta({ description: 'The percent that it pays less than the list.' }),
    role: roleField,
    memberId: z.string(),
    blocked: z.literal(true).optional(),
    members: z.array(memberSchema),
    onAccount: z.object({ days: z.number().int() }).optional(),
    terms: termsSchema.optional(),
    credit: z.object({ limit: z.number(), used: z.number() }).optional(),
  })
  .meta({ id: 'Company' })

/**
 * The company of the caller, whose `role` in it and `_id` among the members are said. `billToLines` is the address as the post
 * of its country writes it. `blocked`: the shop takes no orders of it. `onAccount`: its members may order on
 * account, and in so many days it is to pay the invoices. `terms` and `credit` are for approvers and managers: what it may owe, and what of
 * that it uses, in dollars.
 */
export type Company = z.infer<typeof companySchema>

export const ownTermsSchema = z.object({
  days: z.number().int().optional(),
  available: z.number().optional(),
})

/**
 * On what terms the caller can order on account: in how many days invoices are to be paid, and for approvers and managers how many dollars of
 * the credit are left. Empty for whoever pays by card.
 */
export type OwnTerms = z.infer<typeof ownTermsSchema>

export const invitationSchema = z.object({
  _id: z.string(),
  email: z.string(),
  role: roleField,
  limits: limitsSchema,
  expiresAt: z.string(),
})

/** An invitation that was not used yet. */
export type Invitation = z.infer<typeof invitationSchema>
