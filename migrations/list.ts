import type { Migration } from '#kit/db/migrate.ts'
import { accounts } from './0001-accounts.ts'
import { shop } from './0002-shop.ts'

/** Every step of the schema in its order; new ones go to the end. */
export const migrations: readonly Migration[] = [accounts, shop]
