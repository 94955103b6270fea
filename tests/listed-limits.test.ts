import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  GOOGLE_CALLBACK_LIMIT,
  GOOGLE_LIMIT,
  MAILBOX_LIMIT,
  NEW_ACCOUNT_LIMIT,
  PASSWORD_LIMIT,
  PROFILE_LIMIT,
  RESET_LIMIT,
  RESET_TOKEN_LIMIT,
  SIGN_IN_LIMIT,
  SIGN_UP_LIMIT,
} from '#features/accounts/attempts/rate-limits.ts'
import { CART_LIMIT } from '#features/cart/api.ts'
import { PREVIEW_LIMIT } from '#features/catalog/part-models/preview-api.ts'
import { IMPORT_LIMIT } from '#features/catalog-import/api.ts'
import { ADDRESS_LIMIT } from '#features/delivery/api.ts'
import { DOCUMENT_LIMIT, ORDER_DOCUMENT_LIMIT, SHARE_PICTURE_LIMIT } from '#features/documents/api.ts'
import { AVATAR_LIMIT, IMAGE_LIMIT } from '#features/images/api.ts'
import { ORDER_CHANGE_LIMIT, ORDER_LIMIT } from '#features/orders/api.ts'
import { CANCEL_LIMIT, PAYMENT_LIMIT, REFUND_LIMIT, SETTLEMENT_LIMIT } from '#features/payments/api.ts'
import { LINK_LIMIT, LINK_USE_LIMIT } from '#features/payments/links/api.ts'
import { LINK_GUESS_LIMIT } from '#features/payments/links/linked-orders.ts'
import { QUOTE_LIMIT } from '#features/quote/api.ts'
import { REVIEW_LIMIT } from '#features/reviews/api.ts'
import { LIST_LIMIT } from '#features/saved-lists/api.ts'
import { LIST_GUESS_LIMIT } from '#features/saved-lists/sharing/shared-lists.ts'
import { VAT_ID_LIMIT, VISITOR_VAT_ID_LIMIT } from '#features/tax/vies/vat-askers.ts'
import { OWN_UNPROVEN_MAIL_LIMIT, UNPROVEN_MAIL_LIMIT } from '#kit/mail/unproven-mails.ts'
import { type Limit, OWN_READ_LIMIT } from '#kit/server/rate-limit.ts'
import { readTable } from './support/doc-tables.ts'
import { ROOT, readProjectFile } from './support/project.ts'

/** Every limit, in the order of docs/security.md. */
const LIMITS: readonly Limit[] = [
  SIGN_IN_LIMIT,
  PASSWORD_LIMIT,
  SIGN_UP_LIMIT,
  RESET_LIMIT,
  MAILBOX_LIMIT,
  RESET_TOKEN_LIMIT,
  GOOGLE_LIMIT,
  GOOGLE_CALLBACK_LIMIT,
  LINK_GUESS_LIMIT,
  NEW_ACCOUNT_LIMIT,
  PROFILE_LIMIT,
  REVIEW_LIMIT,
  CART_LIMIT,
  ORDER_LIMIT,
  ADDRESS_LIMIT,
  LIST_LIMIT,
  LIST_GUESS_LIMIT,
  ORDER_CHANGE_LIMIT,
  PAYMENT_LIMIT,
  SETTLEMENT_LIMIT,
  CANCEL_LIMIT,
  REFUND_LIMIT,
  LINK_LIMIT,
  LINK_USE_LIMIT,
  ORDER_DOCUMENT_LIMIT,
  IMPORT_LIMIT,
  DOCUMENT_LIMIT,
  SHARE_PICTURE_LIMIT,
  QUOTE_LIMIT,
  IMAGE_LIMIT,
  AVATAR_LIMIT,
  PREVIEW_LIMIT,
  OWN_READ_LIMIT,
  VAT_ID_LIMIT,
  VISITOR_VAT_ID_LIMIT,
  UNPROVEN_MAIL_LIMIT,
  OWN_UNPROVEN_MAIL_LIMIT,
]

test('docs/security.md lists exactly these limits', () => {
  const page = readProjectFile('docs/security.md')
  const documented = readTable(page, 'Limits').map((row) => row.slice(1, 4))
  const actual = LIMITS.map(({ account, address, windowMs }) => [
    account === undefined ? '' : String(account),
    String(address),
    `${windowMs / 60_000} min`,
  ])
  expect(documented).toEqual(actual)
})

test('each limit has its own name, and none is missing from the list', () => {
  expect(new Set(LIMITS.map(({ name }) => name)).size).toBe(LIMITS.length)
  const declared = globSync('app/**/*.ts', { cwd: ROOT }).flatMap(
    (file) => readProjectFile(file).match(/: Limit = \{/g) ?? [],
  )
  expect(declared).toHaveLength(LIMITS.length)
})
