import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import { productRefusals } from '../refusals.ts'
import { keyOf } from './product-rows.ts'

export const unknownProduct = (): AppError => new AppError('not_found', 'There is no such product.')

/** The names of a product that no other may have. */
export interface ProductNames {
  readonly id?: string
  readonly sku?: string | undefined
  readonly name?: string | undefined
}

/** The refusal of a part number or a name that another product has. */
export async function duplicateError(db: Db, { id = '', sku, name }: ProductNames): Promise<AppError> {
  const other = db.selectFrom('products').select('id').where('id', '<>', id)
  const sameSku = sku !== undefined && (await other.where('sku_key', '=', keyOf(sku)).executeTakeFirst())
  const [refusal, field, detail] = sameSku
    ? ([productRefusals.skuTaken, 'sku', `The part number ${sku} is taken.`] as const)
    : ([
        productRefusals.nameTaken,
        'name',
        `There is a product ${name === undefined ? 'with this name' : `named ${name}`} already.`,
      ] as const)
  return new AppError(refusal, detail, { errors: [{ pointer: `#/${field}`, detail }] })
}
