import type { ViewFilter } from './schema.ts'

/** A filter of Manage Orders that a link names. */
type LinkedFilter = { readonly [Name in Exclude<keyof ViewFilter, 'days'>]?: NonNullable<ViewFilter[Name]> }

/** Manage Orders, filtered by the parameters of its address; without any, all orders. */
export const manageOrdersPath = (filter: LinkedFilter = {}): string => {
  const search = new URLSearchParams(filter).toString()
  return `/dashboard/manageorders${search && `?${search}`}`
}
