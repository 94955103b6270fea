import type { Guards } from '#features/accounts/accounts.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { settingsRefusals } from './refusals.ts'
import { changeSettingsSchema, settingsSchema } from './schema.ts'
import { changeSettings } from './stored/change-settings.ts'
import { readSettings } from './stored/current.ts'

const readRoute = createRoute({
  method: 'get',
  path: '/settings',
  operationId: 'getSettings',
  tags: ['Shop'],
  summary: 'The seller, the tax, the delivery and the mails to the staff (admin)',
  security: PROOF.bearer,
  responses: { 200: jsonAnswer('The settings', settingsSchema), ...refusals(...FOR_ADMINS) },
})

const changeRoute = createRoute({
  method: 'put',
  path: '/settings',
  operationId: 'changeSettings',
  tags: ['Shop'],
  summary: 'Replace the settings (admin)',
  description:
    'All of them are replaced; without `mails` these stay. `revision` has to be the current one. A method of delivery without `_id` gets one. Orders that are placed keep what they were placed with.',
  security: PROOF.bearer,
  request: jsonBody(changeSettingsSchema),
  responses: {
    200: jsonAnswer('The settings as they are now', settingsSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, settingsRefusals.revisionChanged),
  },
})

/** What a refused change returns besides its sentence: the settings as they are. */
export const settingsProblemMembers = { settings: settingsSchema.optional() }

/** The calls of the settings. */
export const settingsApi = (shop: Shop, guards: Guards) =>
  createRouter()
    .openapi({ ...readRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await readSettings(shop.db, shop.config), 200),
    )
    .openapi({ ...changeRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await changeSettings(shop, c.get('user'), c.req.valid('json')), 200),
    )

export type SettingsApi = ReturnType<typeof settingsApi>
