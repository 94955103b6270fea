import {
  type ColumnsOf,
  named,
  OPTIONAL,
  type ProductField,
  productFields,
  type ValuesOf,
} from './product-fields.ts'

/**
 * The fields that only admins see. They are no member of a `Product`, and what reads products for visitors does not read
 * their columns.
 */
const adminFields = {
  /** At so many pieces in stock, or fewer, the part has to be ordered again. */
  reorderPoint: {
    column: 'reorder_point',
    kind: 'optionalPieces',
    label: 'Reorder point',
    ...OPTIONAL,
  },
} as const satisfies Readonly<Record<string, ProductField>>

export const managedFields = { ...productFields, ...adminFields }

/** A field that an admin enters, whoever sees it. */
export type ProductFieldName = keyof typeof managedFields

export type ProductColumns = ColumnsOf<typeof managedFields>

export type AdminValues = ValuesOf<typeof adminFields>

/** All fields that an admin enters with their names, those that only admins see last. */
export const namedFields = named(managedFields)

/** Those that only admins see. */
export const namedAdminFields = named(adminFields)

/** The names of all fields that an admin enters but the attributes. */
export const PRODUCT_FIELDS: readonly ProductFieldName[] = namedFields.map(([name]) => name)

/** The field with that name; undefined for another name, such as that of the attributes. */
export const productField = (name: string): ProductField | undefined =>
  Object.hasOwn(managedFields, name) ? managedFields[name as ProductFieldName] : undefined
