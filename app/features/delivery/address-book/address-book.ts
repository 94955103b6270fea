import { type RawBuilder, sql } from 'kysely'
import { lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import { type Db, kindOf } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { checkVatId } from '#kit/input/vat-id.ts'
import { AppError, invalidFields } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { SaveAddress, SavedAddress } from '../address-schema.ts'
import { addressLines } from '../addresses/address-lines.ts'
import { checkAddress } from '../addresses/check-address.ts'
import { MAXIMUM_ADDRESSES } from '../limits.ts'
import type { Address } from '../schema.ts'
import '../tables.ts'

/** Who has addresses. */
type AddressOwner = Pick<SignedInUser, 'id'>

/** Whose an address is: the condition by which every statement about the addresses of somebody finds them. */
const ownAddresses = ({ id }: AddressOwner): RawBuilder<boolean> => sql`addresses.user_id = ${id}`

/** The addresses of a customer, the default first, then the newest. */
export async function listAddresses(db: Db, owner: AddressOwner): Promise<SavedAddress[]> {
  const rows = await selectAddresses(db, owner).orderBy('is_default', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toSaved)
}

/** The address of a customer; undefined when it is another's or unknown. */
export async function findAddress(db: Db, owner: AddressOwner, id: string): Promise<Address | undefined> {
  const row = await selectAddresses(db, owner).where('id', '=', id).executeTakeFirst()
  return row && readKept(row).address
}

/**
 * Adds an address; the first one is the default. Refused: what is no address of its country, and a VAT ID that is none (422),
 * and more than 200 (409 `too_many`).
 */
export function addAddress(shop: Shop, customer: SignedInUser, given: SaveAddress): Promise<SavedAddress> {
  const id = newId(shop.now())
  const columns = columnsOf(given)
  return changeAddresses(shop, customer, async (trx, rows) => {
    if (rows.length >= MAXIMUM_ADDRESSES)
      throw new AppError(
        'too_many',
        `You have ${MAXIMUM_ADDRESSES} addresses, the most there can be. Delete one first.`,
      )
    const isDefault = given.isDefault === true || rows.length === 0
    if (isDefault) await dropDefault(trx, customer)
    const row = { id, ...columns, is_default: toBit(isDefault) }
    await trx
      .insertInto('addresses')
      .values({ ...row, user_id: customer.id, created_at: shop.now() })
      .execute()
    return toSaved(row)
  })
}

/** Replaces an address. One stays the default until another becomes it. Another's is refused (404). */
export function replaceAddress(
  shop: Shop,
  customer: SignedInUser,
  id: string,
  given: SaveAddress,
): Promise<SavedAddress> {
  const columns = columnsOf(given)
  return changeAddresses(shop, customer, async (trx, rows) => {
    const before = rows.find((row) => row.id === id)
    if (!before) throw addressNotFound()
    const isDefault = before.is_default === 1 || given.isDefault === true
    if (isDefault) await dropDefault(trx, customer)
    const row = { id, ...columns, is_default: toBit(isDefault) }
    await updateAddress(trx, customer, id, row)
    return toSaved(row)
  })
}

/** Deletes an address. Was it the default, the newest of the others is. Another's or an unknown one is refused (404). */
export function deleteAddress(shop: Shop, customer: SignedInUser, id: string): Promise<void> {
  return changeAddresses(shop, customer, async (trx, rows) => {
    const before = rows.find((row) => row.id === id)
    if (!before) throw addressNotFound()
    await trx.deleteFrom('addresses').where(ownAddresses(customer)).where('id', '=', id).execute()
    const next = rows.findLast((row) => row.id !== id)
    if (before.is_default === 1 && next) await updateAddress(trx, customer, next.id, { is_default: 1 })
  })
}

const addressNotFound = (): AppError => new AppError('not_found', 'There is no such address.')

/** Deletes all addresses of an account. */
export async function deleteAddressesOf(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('addresses')
    .where(ownAddresses({ id: userId }))
    .execute()
}

/** Whether an account has an address whose company contains one of these patterns in lower case, for a statement about accounts. */
export const hasCompany = (db: Db, patterns: readonly string[]): RawBuilder<boolean> => {
  const company =
    kindOf(db) === 'sqlite' ? sql`json_extract(address, '$.company')` : sql`address::json ->> 'company'`
  const matches = patterns.map((pattern) => sql`lower(${company}) like ${pattern} escape '\\'`)
  return sql<boolean>`exists (select 1 from addresses
    where addresses.user_id = "user"."id" and (${sql.join(matches, sql` or `)}))`
}

/** The companies of the default addresses of these accounts, by their ids. */
export async function findCompanies(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('addresses')
    .select(['user_id', 'address'])
    .where('user_id', 'in', accountIds)
    .where('is_default', '=', 1)
    .execute()
  return new Map(
    rows.flatMap(({ user_id, address }): [string, string][] => {
      const { company }: Address = JSON.parse(address)
      return company ? [[user_id, company]] : []
    }),
  )
}

type AddressRow = Awaited<ReturnType<ReturnType<typeof selectAddresses>['execute']>>[number]

const selectAddresses = (db: Db, owner: AddressOwner) =>
  db.selectFrom('addresses').select(['id', 'label', 'is_default', 'address']).where(ownAddresses(owner))

/** Runs the change with the customer's addresses, the oldest first, while no other request can change them. */
function changeAddresses<Result>(
  shop: Shop,
  customer: SignedInUser,
  change: (trx: Db, rows: readonly AddressRow[]) => Promise<Result>,
): Promise<Result> {
  return shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customer)
    return change(trx, await selectAddresses(trx, customer).orderBy('id').execute())
  })
}

const dropDefault = (trx: Db, owner: AddressOwner) =>
  trx.updateTable('addresses').set({ is_default: 0 }).where(ownAddresses(owner)).execute()

const updateAddress = (trx: Db, owner: AddressOwner, id: string, row: Partial<AddressRow>) =>
  trx.updateTable('addresses').set(row).where(ownAddresses(owner)).where('id', '=', id).execute()

const toBit = (is: boolean): 0 | 1 => (is ? 1 : 0)

/** An address as it is stored, with the VAT ID of whom its invoices are for. */
type KeptAddress = Address & Pick<SavedAddress, 'vatId'>

function columnsOf({
  label,
  vatId,
  isDefault: _,
  ...given
}: SaveAddress): Pick<AddressRow, 'label' | 'address'> {
  const checked = checkAddress(given)
  const { vatId: read, problem } = vatId ? checkVatId(vatId) : {}
  const problems = [
    ...(checked.problems ?? []),
    ...(problem === undefined ? [] : [{ pointer: '/vatId', detail: problem }]),
  ]
  if (!checked.address || problems.length > 0) throw invalidFields('', problems)
  const kept: KeptAddress = { ...checked.address, ...(read && { vatId: read.id }) }
  return { label: label || null, address: JSON.stringify(kept) }
}

/** An order gets the address alone: it has a VAT ID of its own. */
function readKept({ address: stored }: Pick<AddressRow, 'address'>) {
  const { vatId, ...address }: KeptAddress = JSON.parse(stored)
  return { address, vatId }
}

function toSaved({ id, label, is_default, ...row }: AddressRow): SavedAddress {
  const { address, vatId } = readKept(row)
  return {
    _id: id,
    ...(label !== null && { label }),
    ...(vatId !== undefined && { vatId }),
    isDefault: is_default === 1,
    ...address,
    addressLines: addressLines(address),
  }
}
