import type { Db } from '#kit/db/db.ts'
import type { ListedCustomer } from '../schema.ts'
import { readCustomers } from './list-customers.ts'

const COLUMNS = {
  _id: ({ _id }) => _id,
  name: ({ name }) => name,
  company: ({ company }) => company,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  tags: ({ tags }) => tags.join(', '),
  orders: ({ orders }) => orders,
  lastOrderAt: ({ lastOrderAt }) => lastOrderAt,
  createdAt: ({ createdAt }) => createdAt,
} as const satisfies Readonly<Record<string, (customer: ListedCustomer) => string | number | undefined>>

/** The columns of the exported customers; `revenue`, in the currency of the shop, for who may see it. */
export const customerColumns = (hasMoney: boolean): string[] => [
  ...Object.keys(COLUMNS),
  ...(hasMoney ? ['revenue'] : []),
]

/** The rows of the customers that match, some at a time. */
export async function* customerRows(db: Db, filter: Parameters<typeof readCustomers>[1]) {
  for await (const customers of readCustomers(db, filter))
    yield customers.map((customer) => [
      ...Object.values(COLUMNS).map((read) => read(customer)),
      ...(filter.hasMoney ? [customer.revenue] : []),
    ])
}
