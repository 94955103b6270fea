import { isDeepStrictEqual } from 'node:util'
import type { FieldChange } from '#kit/audit/field-change.ts'
import { namedFields } from '../fields/product-fields.ts'
import { type StoredRow, toStoredProduct } from './product-rows.ts'

/** The fields that an admin enters, the attributes as one. */
export type EnteredFields = Readonly<Record<string, unknown>>

export function enteredFields(row: StoredRow): EnteredFields {
  const product = toStoredProduct(row)
  return {
    ...Object.fromEntries(namedFields.map(([field]) => [field, product[field]])),
    attributes: JSON.parse(row.attributes),
  }
}

/** The fields that differ, in the sequence of those after the change; null stands for a value that there is not. */
export function fieldChanges(before: EnteredFields | undefined, after: EnteredFields): FieldChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const from = before?.[field] ?? null
    const to = value ?? null
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }]
  })
}
