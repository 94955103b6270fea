import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { chooseColumns, findColumns } from './columns.ts'
import { columnsSchema } from './schema.ts'

const getColumns = staffCall(['orders', 'money'], 'get', '/order-columns', {
  operationId: 'getOrderColumns',
  summary: 'Which columns of Manage Orders the caller sees (admin)',
  answers: { 200: jsonAnswer('The columns', columnsSchema) },
})

const putColumns = staffCall(['orders', 'money'], 'put', '/order-columns', {
  operationId: 'chooseOrderColumns',
  summary: 'Choose which columns of Manage Orders the caller sees (admin)',
  description:
    'Number, id, product, quantity, price, payment and shipping are always shown, also when the request leaves them out.',
  body: columnsSchema,
  answers: { 200: jsonAnswer('The columns in their sequence', columnsSchema) },
})

/** The calls for the columns of the orders. */
export function orderColumnsApi(shop: Shop) {
  return createRouter('Orders')
    .openapi(getColumns, async (c) => c.json({ columns: await findColumns(shop.db, c.get('user').id) }, 200))
    .openapi(putColumns, async (c) => {
      const { columns } = c.req.valid('json')
      return c.json({ columns: await chooseColumns(shop, c.get('user'), columns) }, 200)
    })
}

export type OrderColumnsApi = ReturnType<typeof orderColumnsApi>
