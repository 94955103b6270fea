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

/** Every limit with its words, in the sequence of docs/security.md. */
export const LIMITS: readonly (readonly [what: string, limit: Limit])[] = [
  ['wrong passwords, by known browser instead of account', SIGN_IN_LIMIT],
  ['passwords that are checked, right ones too', PASSWORD_LIMIT],
  ['sign-ups', SIGN_UP_LIMIT],
  ['mails with a link', RESET_LIMIT],
  [
    'mails with a link to one mailbox, by its address instead of a network address; above it none is sent, with the same answer',
    MAILBOX_LIMIT,
  ],
  ['calls with the token of a mailed link', RESET_TOKEN_LIMIT],
  ['redirects to Google', GOOGLE_LIMIT],
  ['callbacks from Google', GOOGLE_CALLBACK_LIMIT],
  ['wrong tokens of payment links', LINK_GUESS_LIMIT],
  ['accounts made, with Google too', NEW_ACCOUNT_LIMIT],
  ['changes of a profile', PROFILE_LIMIT],
  ['reviews', REVIEW_LIMIT],
  ['changes of a cart', CART_LIMIT],
  ['orders', ORDER_LIMIT],
  ['changes of an address book', ADDRESS_LIMIT],
  ['changes of saved lists', LIST_LIMIT],
  ['wrong tokens of shared lists', LIST_GUESS_LIMIT],
  ['changes of an order', ORDER_CHANGE_LIMIT],
  ['payment intents requested', PAYMENT_LIMIT],
  ['payments reported by the browser', SETTLEMENT_LIMIT],
  ['cancellations', CANCEL_LIMIT],
  ['refunds by admins', REFUND_LIMIT],
  ['payment links created or ended', LINK_LIMIT],
  ['PO numbers and payments by a link, by order instead of account', LINK_USE_LIMIT],
  ['documents of orders', ORDER_DOCUMENT_LIMIT],
  ['files to import', IMPORT_LIMIT],
  ['data sheets', DOCUMENT_LIMIT],
  ['share pictures', SHARE_PICTURE_LIMIT],
  ['quotes', QUOTE_LIMIT],
  ['uploaded pictures and files of parts', IMAGE_LIMIT],
  ['uploaded pictures of accounts', AVATAR_LIMIT],
  ['previews of models by shapes that are not saved', PREVIEW_LIMIT],
  [
    'reads of own lists, orders, addresses and the cart, all together, counted by each process',
    OWN_READ_LIMIT,
  ],
  [
    'new VAT IDs of customers, by account instead of address; above it an ID counts as not confirmed',
    VAT_ID_LIMIT,
  ],
  ['new VAT IDs in quotes of visitors; above it an ID counts as not confirmed', VISITOR_VAT_ID_LIMIT],
  [
    'mails to an unconfirmed address, by that instead of a network address; above it they are withheld',
    UNPROVEN_MAIL_LIMIT,
  ],
  ['of these, mails that its account caused', OWN_UNPROVEN_MAIL_LIMIT],
]

/** The table of the limits, for docs/security.md. */
export const limitsTable = (): string[][] => [
  ['what', 'by account', 'by address', 'window'],
  ...LIMITS.map(([what, { account, address, windowMs }]) => [
    what,
    account === undefined ? '' : String(account),
    String(address),
    `${windowMs / 60_000} min`,
  ]),
]
