import { NOTE, PO_NUMBER } from '#features/orders/limits.ts'
import { ADDRESS, phoneProblem, textProblem, tooLong } from '#kit/input/contact-rules.ts'
import type { FieldError } from '#kit/problem.ts'

/** What a customer types about an order besides its lines. */
export interface ContactTexts {
  readonly phone: string
  readonly address: string
  readonly poNumber: string
  readonly note: string
}

export const CONTACT_FIELDS = ['phone', 'address', 'poNumber', 'note'] as const

/** The errors that the browser can find by itself. */
export function checkContact({ phone, address, poNumber, note }: ContactTexts): FieldError[] {
  const problems = {
    phone: phoneProblem(phone),
    address: textProblem(address, ADDRESS),
    poNumber: tooLong(poNumber, PO_NUMBER),
    note: tooLong(note, NOTE),
  }
  return CONTACT_FIELDS.flatMap((field) => {
    const detail = problems[field]
    return detail === undefined ? [] : [{ pointer: `#/${field}`, detail }]
  })
}

/** The members of an order with these texts. Those that may be empty are left out then. */
export function contactOf({ phone, address, poNumber, note }: ContactTexts) {
  return {
    phone: phone.trim(),
    address: address.trim(),
    ...(poNumber.trim() && { poNumber: poNumber.trim() }),
    ...(note.trim() && { note: note.trim() }),
  }
}
