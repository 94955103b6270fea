import { staffCall } from '#features/accounts/calls.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import type { Db } from '#kit/db/db.ts'
import { jsonAnswer, publicCall } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { settingsRefusals } from './refusals.ts'
import { changeSettingsSchema, settingsSchema, shownSellerSchema } from './schema.ts'
import { changeSettings } from './stored/change-settings.ts'
import { readSettings, shownSeller } from './stored/current.ts'

const readRoute = staffCall('settings', 'get', '/settings', {
  operationId: 'getSettings',
  summary: 'The seller, the tax, the delivery and the mails to the staff (admin)',
  answers: { 200: jsonAnswer('The settings', settingsSchema) },
})

const changeRoute = staffCall('settings', 'put', '/settings', {
  operationId: 'changeSettings',
  summary: 'Replace the settings (admin)',
  description:
    'All of them are replaced; without `currency`, `mails` or `shop` these stay. Another `currency` is refused once an order exists. `revision` has to be the current one. A method of delivery without `_id` gets one. Orders that are placed keep what they were placed with. Another bank account, e-mail address of the seller or `mails` wants a fresh sign-in; other `mails.newOrders` the right `orders` too.',
  body: changeSettingsSchema,
  answers: { 200: jsonAnswer('The settings as they are now', settingsSchema) },
  refusals: [settingsRefusals.revisionChanged, settingsRefusals.currencyInUse, accountRefusals.signInAgain],
})

const sellerRoute = publicCall('get', '/seller', {
  operationId: 'getSeller',
  summary: 'Who sells, and how to reach them',
  answers: { 200: jsonAnswer('The seller, as far as the settings say it', shownSellerSchema) },
})

/** What a refused change returns besides its sentence: the settings as they are. */
export const settingsProblemMembers = { settings: settingsSchema.optional() }

/** The calls of the settings; `hasOrders` says whether the shop has any, whatever became of them. */
export const settingsApi = (shop: Shop, hasOrders: (db: Db) => Promise<boolean>) =>
  createRouter('Shop')
    .openapi(sellerRoute, async (c) => c.json(await shownSeller(shop), 200))
    .openapi(readRoute, async (c) => c.json(await readSettings(shop.db, shop.config), 200))
    .openapi(changeRoute, async (c) => {
      const change = c.req.valid('json')
      return c.json(await changeSettings(shop, c.var.user, change, hasOrders), 200)
    })

export type SettingsApi = ReturnType<typeof settingsApi>
