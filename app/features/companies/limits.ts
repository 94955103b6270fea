import type { TextLimits } from '#kit/input/contact-rules.ts'

/** What a member of a company may do in it. */
export const COMPANY_ROLES = ['buyer', 'approver', 'manager'] as const

export type CompanyRole = (typeof COMPANY_ROLES)[number]

export const COMPANY_NAME: TextLimits = { what: 'The name of the company', minimum: 1, maximum: 120 }

/** What looks like a web address in the name of a company: it is mailed to people who may not know it. */
export const WEB_ADDRESS = /:\/\/|\bwww\.|\.\p{L}{2,}[/:?]/iu

/** The most invitations of a company that are neither used nor over. */
export const MOST_INVITATIONS = 50

/** How many days an invitation can be used. */
export const INVITATION_DAYS = 7

/** The most members of a company. */
export const MOST_MEMBERS = 1000

/** The longest note of the staff on a company. */
export const LONGEST_COMPANY_NOTE = 2000

/** The largest limit of a member, and the largest credit of a company, in dollars. */
export const LARGEST_LIMIT = 100_000_000

/** The most that a company pays less than the list, in percent. */
export const LARGEST_DISCOUNT = 90

/** In at most so many days an invoice is to be paid. */
export const MOST_TERMS_DAYS = 120
