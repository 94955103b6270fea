import { listProducts } from '#features/catalog/catalog.ts'
import { productSorts } from '#features/catalog/schema.ts'
import { readPosition } from '#kit/list-position.ts'
import { listPage } from '#kit/rendering/list-page.ts'
import type { Shop } from '#kit/shop.ts'
import { DEFAULT_SORT, PAGE_SIZE, type PartList } from './part-list.ts'

/** All parts for sale, the newest first unless the address says otherwise. Unknown values of its parameters are ignored. */
export async function loadAllParts(shop: Shop, searchParams: URLSearchParams): Promise<PartList> {
  const sort = productSorts.find((name) => name === searchParams.get('sort')) ?? DEFAULT_SORT
  const found = await listPage(readPosition(searchParams, PAGE_SIZE), PAGE_SIZE, (start) =>
    listProducts(shop.db, { sort, limit: String(PAGE_SIZE), ...start }),
  )
  return { ...found, sort }
}
