import { catalogClient } from '#features/catalog/client.ts'
import type { ChangedPictures } from '#features/catalog/fields.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import type { Category, ChangedProduct, ManagedProduct, StockChange } from '#features/catalog/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { uploadFile } from '#kit/browser/upload-file.ts'
import { isRefusedBy } from '#kit/ui/form/refused-by.ts'
import type { ManageProductsApi } from './api.ts'
import type { ManagedQuery, ProductColumns } from './schema.ts'

const paramOf = (productId: string) => ({ id: encodeURIComponent(productId) })

/** The product, for sale or archived. For admins, as all calls here. */
export const fetchProduct = (productId: string, signal?: AbortSignal): Promise<ManagedProduct> =>
  unwrap(
    catalogClient.product[':id'].$get({ param: paramOf(productId) }, { init: { signal: signal ?? null } }),
  )

export const fetchCategories = (signal?: AbortSignal): Promise<Category[]> =>
  unwrap(catalogClient.category.$get({}, { init: { signal: signal ?? null } }))

/** A page of what admins did to the product, newest first. */
export const fetchHistory = (
  productId: string,
  query: { limit: string; after: string | undefined },
  signal: AbortSignal,
) =>
  unwrapPage(
    catalogClient.product[':id'].history.$get({ param: paramOf(productId), query }, { init: { signal } }),
  )

export const replaceProduct = (productId: string, json: ChangedProduct): Promise<ManagedProduct> =>
  unwrap(catalogClient.product[':id'].$put({ param: paramOf(productId), json }))

export const changePictures = (productId: string, json: ChangedPictures): Promise<ManagedProduct> =>
  unwrap(catalogClient.product[':id'].pictures.$put({ param: paramOf(productId), json }))

export const changeStock = (productId: string, json: StockChange): Promise<{ quantity: number }> =>
  unwrap(catalogClient.product[':id'].stock.$post({ param: paramOf(productId), json }))

interface NewFile {
  readonly file: File
  readonly kind: string
  readonly title: string
}

/** Adds a file to the product. */
export async function addFile(
  productId: string,
  { file, kind, title }: NewFile,
  progress: { signal: AbortSignal; onProgress(share: number): void },
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ file, kind, title })) form.append(name, value)
  await uploadFile(`/api/product/${encodeURIComponent(productId)}/file`, form, progress)
}

export const deleteFile = (productId: string, fileId: string) =>
  unwrap(catalogClient.product[':id'].file[':fileId'].$delete({ param: { ...paramOf(productId), fileId } }))

/** The product as the shop has it, when a call was refused because it was changed meanwhile. */
export const presentProduct = (error: unknown): ManagedProduct | undefined =>
  isRefusedBy(error, productRefusals.revisionChanged) ? (error.extras.product as ManagedProduct) : undefined

const listClient = createClient<ManageProductsApi>()

/** A page of the products of a filter. */
export const fetchManaged = (
  query: ManagedQuery & { limit: string; after?: string | undefined },
  signal?: AbortSignal,
) => unwrapPage(listClient['managed-product'].$get({ query }, { init: { signal: signal ?? null } }))

/** Which columns of Manage Products the caller sees. */
export const fetchColumns = (signal: AbortSignal): Promise<ProductColumns> =>
  unwrap(listClient['product-columns'].$get({}, { init: { signal } }))

export const saveColumns = (json: ProductColumns): Promise<ProductColumns> =>
  unwrap(listClient['product-columns'].$put({ json }))
