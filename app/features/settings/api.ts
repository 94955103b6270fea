import { staffCall } from '#features/accounts/calls.ts'
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
    'All of them are replaced; without `mails` these stay. `revision` has to be the current one. A method of delivery without `_id` gets one. Orders that are placed keep what they were placed with.',
  body: changeSettingsSchema,
  answers: { 200: jsonAnswer('The settings as they are now', settingsSchema) },
  refusals: [settingsRefusals.revisionChanged],
})

const sellerRoute = publicCall('get', '/seller', {
  operationId: 'getSeller',
  summary: 'Who sells, and how to reach them',
  answers: { 200: jsonAnswer('The seller, as far as the settings say it', shownSellerSchema) },
})

/** What a refused change returns besides its sentence: the settings as they are. */
export const settingsProblemMembers = { settings: settingsSchema.optional() }

/** The calls of the settings. */
export const settingsApi = (shop: Shop) =>
  createRouter('Shop')
    .openapi(sellerRoute, async (c) => c.json(await shownSeller(shop), 200))
    .openapi(readRoute, async (c) => c.json(await readSettings(shop.db, shop.config), 200))
    .openapi(changeRoute, async (c) =>
      c.json(await changeSettings(shop, c.get('user'), c.req.valid('json')), 200),
    )

export type SettingsApi = ReturnType<typeof settingsApi>
