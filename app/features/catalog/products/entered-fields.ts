import { isDeepStrictEqual } from 'node:util'
import type { FieldChange } from '#kit/audit/field-change.ts'
import { namedFields } from '../fields/managed-fields.ts'
import { type ManagedRow, toAdminValues, toStoredProduct } from './product-rows.ts'

/** The columns of these fields. */
export type EnteredRow = Omit<ManagedRow, 'archived_at' | 'is_unpublished'>

/** The fields that an admin enters, the attributes as one. */
export type EnteredFields = Readonly<Record<string, unknown>>

export function enteredFields(row: EnteredRow): EnteredFields {
  const product = { ...toStoredProduct(row), ...toAdminValues(row) }
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
