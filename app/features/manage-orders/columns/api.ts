import type { Guards } from '#features/accounts/accounts.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { chooseColumns, findColumns } from './columns.ts'
import { columnsSchema } from './schema.ts'

const security = PROOF.bearer

const tags = ['Orders']

const getColumns = createRoute({
  method: 'get',
  path: '/order-columns',
  operationId: 'getOrderColumns',
  tags,
  summary: 'Which columns of Manage Orders the caller sees (admin)',
  security,
  responses: { 200: jsonAnswer('The columns', columnsSchema), ...refusals(...FOR_ADMINS) },
})

const putColumns = createRoute({
  method: 'put',
  path: '/order-columns',
  operationId: 'chooseOrderColumns',
  tags,
  summary: 'Choose which columns of Manage Orders the caller sees (admin)',
  description:
    'Number, id, product, quantity, price, payment and shipping are always shown, also when the request leaves them out.',
  security,
  request: jsonBody(columnsSchema),
  responses: {
    200: jsonAnswer('The columns in their sequence', columnsSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY),
  },
})

/** The calls for the columns of the orders. */
export function orderColumnsApi(shop: Shop, guards: Guards) {
  return createRouter()
    .openapi({ ...getColumns, middleware: guards.requireAdmin }, async (c) =>
      c.json({ columns: await findColumns(shop.db, c.get('user').id) }, 200),
    )
    .openapi({ ...putColumns, middleware: guards.requireAdmin }, async (c) => {
      const { columns } = c.req.valid('json')
      return c.json({ columns: await chooseColumns(shop, c.get('user'), columns) }, 200)
    })
}

export type OrderColumnsApi = ReturnType<typeof orderColumnsApi>
