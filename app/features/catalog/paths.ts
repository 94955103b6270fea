import type { ModelFormat } from '#features/models/states.ts'

/** The path of a part's page. Paths of pages are in lower case, escapes too; part numbers are found in any case. */
export const partPath = (sku: string): string => `/part/${encodeURIComponent(sku).toLowerCase()}`

/** The path of a part's order page, with that many pieces filled in. */
export const orderPath = (productId: string, quantity?: number): string =>
  `/order/${encodeURIComponent(productId)}${quantity === undefined ? '' : `?quantity=${quantity}`}`

/** The page on which admins change a part. */
export const productPagePath = (productId: string): string =>
  `/dashboard/product/${encodeURIComponent(productId)}`

/** The page on which admins add a part, or one like another. */
export const addProductPath = (copyOf?: string): string =>
  `/dashboard/addproduct${copyOf === undefined ? '' : `?${new URLSearchParams({ copy: copyOf })}`}`

/** The page of all categories; with a search it has the found parts. It is above the pages of categories and parts. */
export const catalogue = { name: 'Parts', path: '/parts' } as const

/** The path of the page of the found parts. */
export const searchPath = (q: string): string => `${catalogue.path}?${new URLSearchParams({ q })}`

/** The path of a category's page. The slug can also be any text of an address, which never leads to another path. */
export const categoryPath = (slug: string): string => `${catalogue.path}/${encodeURIComponent(slug)}`

/** The path of a file of a part. */
export const partFilePath = (id: string): string => `/files/${encodeURIComponent(id)}`

/** The path of the sizes of the files of a part's model. */
export const partModelSizesPath = (sku: string): string => `/api/part/${encodeURIComponent(sku)}/model`

/** The path of a part's model as a file. */
export const partModelPath = (sku: string, format: ModelFormat): string =>
  `${partModelSizesPath(sku)}.${format}`

/** The path of the drawing of a part, as its picture: it is made from the shape of its category. */
export const drawingPath = (productId: string): string =>
  `/drawings/part/${encodeURIComponent(productId)}.svg`
