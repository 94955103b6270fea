import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { chooseColumns, findColumns } from './columns/columns.ts'
import { listWithHeld } from './list/list-managed.ts'
import { columnsSchema, listedProductSchema, managedQuerySchema } from './schema.ts'

const list = staffCall('products', 'get', '/managed-product', {
  operationId: 'listManagedProducts',
  summary: 'The products with what lies on the shelf of each (admin)',
  description:
    'Unless sorted, a search of all that are for sale has the best hits first, archived ones are listed by when they were archived, featured ones by when they were marked, low ones by how many pieces they are below their reorder point, others the newest first. `category` includes those below it. `sort=category` is by its slug, then by name. At most 1,000 are counted but of all that are for sale; where there are more, `X-Total-Count-Is: at least`.',
  query: managedQuerySchema,
  answers: { 200: jsonAnswer('Products', z.array(listedProductSchema), PAGING_HEADERS) },
})

const getColumns = staffCall('products', 'get', '/product-columns', {
  operationId: 'getProductColumns',
  summary: 'Which columns of Manage Products the caller sees (admin)',
  answers: { 200: jsonAnswer('The columns', columnsSchema) },
})

const putColumns = staffCall('products', 'put', '/product-columns', {
  operationId: 'chooseProductColumns',
  summary: 'Choose which columns of Manage Products the caller sees (admin)',
  description: 'Picture, name, description, price and quantity are always shown.',
  body: columnsSchema,
  answers: { 200: jsonAnswer('The columns in their sequence', columnsSchema) },
})

/** The calls of the staff's list of all products. */
export function manageProductsApi(shop: Shop) {
  return createRouter('Catalogue')
    .openapi(list, async (c) => answerPage(c, await listWithHeld(shop, c.req.valid('query'))))
    .openapi(getColumns, async (c) => c.json({ columns: await findColumns(shop.db, c.get('user').id) }, 200))
    .openapi(putColumns, async (c) => {
      const { columns } = c.req.valid('json')
      return c.json({ columns: await chooseColumns(shop, c.get('user'), columns) }, 200)
    })
}

export type ManageProductsApi = ReturnType<typeof manageProductsApi>
