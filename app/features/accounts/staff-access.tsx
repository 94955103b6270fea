import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { hasRight, type Right, type Standing, type Wanted } from './rights.ts'

/** Where staff set up their own second factor. */
export const FACTOR_PLACE = '/dashboard/security#second-factor'

/** The last answer about what the signed-in user may do, and whose it was. */
let known: { readonly email: string; readonly standing: Standing; readonly check: StaffCheck } | undefined

/** Whether the user is of the staff, and has to set up a second factor before anything else. */
export interface StaffCheck {
  readonly isStaff: boolean
  readonly lacksFactor: boolean
}

interface Answer {
  readonly admin: boolean
  readonly rights: readonly Right[]
  readonly secondFactorRequired?: boolean | undefined
}

/** What the signed-in user may do, as the dashboard has learnt before each of its pages: every call checks it again. */
export const noteStanding = (email: string, answer: Answer): StaffCheck => {
  const { admin, rights, secondFactorRequired: lacksFactor } = answer
  const standing = { role: admin ? ('admin' as const) : undefined, rights, lacksFactor }
  const check = { isStaff: rights.length > 0, lacksFactor: lacksFactor === true }
  known = { email, standing, check }
  return check
}

/** The same of the user with this address, by the last answer; undefined when there was none. */
export const knownStaff = (email: string): StaffCheck | undefined =>
  known?.email === email ? known.check : undefined

/** Whether pages show the signed-in user what wants this right, or one of these. */
export const may = (wanted: Wanted): boolean => hasRight(known?.standing ?? {}, wanted)

/** What is shown only to staff with this right. */
export const ForRight = ({ right, children }: { right: Wanted; children: ReactNode }): ReactNode =>
  may(right) ? children : null

/** A link to a page of staff with this right; its text alone for others, whom the page would refuse. */
export const LinkForRight = ({ right, ...link }: LinkProps & { right: Wanted }): ReactNode =>
  may(right) ? <Link {...link} /> : <span id={link.id}>{link.children}</span>
