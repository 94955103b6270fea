import { ADDRESS, phoneProblem, textProblem, tooLong } from '#kit/contact-rules.ts'
import { NOTE, PO_NUMBER } from '../purchase-rules.ts'

/** What a customer types about an order besides its lines. */
export interface ContactTexts {
  readonly phone: string
  readonly address: string
  readonly poNumber: string
  readonly note: string
}

export const CONTACT_FIELDS = ['phone', 'address', 'poNumber', 'note'] as const

/** The errors that the browser can find by itself, by field. */
export function invalidContact({
  phone,
  address,
  poNumber = '',
  note = '',
}: Pick<ContactTexts, 'phone' | 'address'> & Partial<ContactTexts>): Partial<ContactTexts> {
  const problems = {
    phone: phoneProblem(phone),
    address: textProblem(address, ADDRESS),
    poNumber: tooLong(poNumber, PO_NUMBER),
    note: tooLong(note, NOTE),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}
