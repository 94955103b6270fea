import type { CompanyRole } from './limits.ts'

/** The roles in words. */
export const roleTexts: Readonly<Record<CompanyRole, { readonly name: string; readonly may: string }>> = {
  buyer: { name: 'Buyer', may: 'Orders for the company, and reads the own orders.' },
  approver: { name: 'Approver', may: 'Also reads all orders of the company, and approves or declines them.' },
  manager: { name: 'Manager', may: 'Also invites members, and sets their roles and limits.' },
}

export const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)
