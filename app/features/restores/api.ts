import { requireFresh } from '#features/accounts/accounts.ts'
import { staffCall } from '#features/accounts/calls.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { restoreStateSchema } from './schema.ts'
import { readRestoreState } from './taking-over/restore-state.ts'
import { takeOver } from './taking-over/take-over.ts'

const readRoute = staffCall('settings', 'get', '/restored', {
  operationId: 'getRestored',
  summary: 'Whether the shop is a restored copy that waits, and what it would do as the shop (admin)',
  answers: { 200: jsonAnswer('The state', restoreStateSchema) },
})

const takeOverRoute = staffCall('settings', 'post', '/restored/take-over', {
  operationId: 'takeOver',
  summary: 'Say that a restored copy is the shop (admin)',
  description:
    'Mails, jobs and payments begin in all processes within seconds. Unpaid orders whose time is over get it again. A repeat changes nothing.',
  answers: { 200: jsonAnswer('The state', restoreStateSchema) },
  refusals: [accountRefusals.signInAgain],
})

/** The calls about a restored database, for admins. */
export const restoresApi = (shop: Shop) =>
  createRouter('Shop')
    .openapi(readRoute, async (c) => c.json(await readRestoreState(shop), 200))
    .openapi(takeOverRoute, async (c) => {
      requireFresh(c.var.user, shop.now())
      await takeOver(shop, c.var.user)
      return c.json(await readRestoreState(shop), 200)
    })

export type RestoresApi = ReturnType<typeof restoresApi>
