import { requireFresh, type SignedInUser } from '#features/accounts/accounts.ts'
import { ownCall } from '#features/accounts/calls.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import { emailParam } from '#features/accounts/schema.ts'
import { companyRefusals } from '#features/companies/refusals.ts'
import type { Documents } from '#features/documents/documents.ts'
import { streamAnswer } from '#kit/files/stream-answer.ts'
import { zipOf } from '#kit/files/zip.ts'
import { AppError } from '#kit/server/app-error.ts'
import { jsonAnswer, ZIP_FILE } from '#kit/server/describe.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { HOUR_MS } from '#kit/time.ts'
import { deleteOwnAccount } from './deletion/delete-own-account.ts'
import { ownFiles } from './export/own-files.ts'
import { ownDataRefusals } from './refusals.ts'
import { openOrdersSchema } from './schema.ts'

/** Each reads all orders of an account, and renders papers. @public */
export const EXPORT_LIMIT: Limit = {
  name: 'own-export',
  what: 'downloads of all data of an account',
  account: 10,
  address: 100,
  windowMs: HOUR_MS,
}

/** @public */
export const DELETION_LIMIT: Limit = {
  name: 'own-deletion',
  what: 'tries to delete an account',
  account: 20,
  address: 200,
  windowMs: HOUR_MS,
}

/** What a refusal returns besides its sentence. */
export const ownDataProblemMembers = {
  orders: openOrdersSchema
    .optional()
    .meta({ description: 'Of `open_orders`: the orders for which the account cannot be deleted yet.' }),
}

const exportRoute = ownCall('get', '/user/{email}/export', {
  operationId: 'exportOwnData',
  summary: 'All that the shop keeps of the own account, as a ZIP of JSON and papers',
  description:
    'Profile, addresses, lists, cart, the contact data that staff wrote, membership of a company, orders with their lines, events, messages and returns as their customer sees them, reviews, sessions, whether it has a password and a second factor, passkeys by name, security events; the own invoices and credit notes as PDF.',
  params: emailParam,
  limit: EXPORT_LIMIT,
  mayBeMissing: true,
  answers: { 200: ZIP_FILE },
  refusals: ['forbidden'],
})

const deleteRoute = ownCall('delete', '/user/{email}', {
  operationId: 'deleteOwnAccount',
  summary: 'Delete the own account, with a fresh sign-in',
  description:
    'Every session ends, and what names a person goes: name, phone, addresses, lists, cart, names of reviews. Orders and papers stay as the law wants, without the account; the e-mail is free again. Refused while orders are unpaid or not wholly shipped, for the last admin, and for the last manager of a company that has other members.',
  params: emailParam,
  limit: DELETION_LIMIT,
  mayBeMissing: true,
  answers: { 200: jsonAnswer('How many were deleted', z.object({ deletedCount: z.number().int() })) },
  refusals: [
    'forbidden',
    'conflict',
    ownDataRefusals.openOrders,
    companyRefusals.lastManager,
    accountRefusals.signInAgain,
  ],
})

/** The calls about all data of an account. */
export const ownDataApi = (shop: Shop, documents: Documents) =>
  createRouter('Accounts')
    .openapi(exportRoute, (c) => {
      const { user } = c.var
      refuseOthers(user, c.req.valid('param').email)
      const bytes = zipOf(ownFiles(shop, documents, user))
      return streamAnswer(bytes, { fileName: 'my-data.zip', type: 'application/zip', log: shop.log })
    })
    .openapi(deleteRoute, async (c) => {
      const { user } = c.var
      refuseOthers(user, c.req.valid('param').email)
      requireFresh(user, shop.now())
      return c.json({ deletedCount: await deleteOwnAccount(shop, user) }, 200)
    })

export type OwnDataApi = ReturnType<typeof ownDataApi>

function refuseOthers({ email: own }: SignedInUser, email: string): void {
  if (email !== own) throw new AppError('forbidden', 'This belongs to another account.')
}
