import type { CompanyRole } from './limits.ts'

/** The roles in words. */
export const roleTexts: Readonly<Record<CompanyRole, { readonly name: string; readonly may: string }>> = {
  buyer: { name: 'Buyer', may: 'Can order for the company, and see their own orders.' },
  approver: { name: 'Approver', may: 'Can also see all orders of the company, and approve or decline them.' },
  manager: { name: 'Manager', may: 'Can also invite members, and set their roles and limits.' },
}

export const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)
