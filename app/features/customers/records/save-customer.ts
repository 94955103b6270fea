import { isDeepStrictEqual } from 'node:util'
import {
  addEnteredAccount,
  findAccount,
  findRole,
  isWithoutOwner,
  nameEnteredAccount,
  type SignedInUser,
} from '#features/accounts/accounts.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { customerRefusals } from '../refusals.ts'
import type { ChangeCustomer, Customer, Place, SaveCustomer } from '../schema.ts'
import { checkCard, type KeptCard, readCard, writeCard } from './cards.ts'
import { findCustomer } from './customers.ts'
import { customerNotFound } from './refuse.ts'

/**
 * Enters a customer: an account to which nobody can sign in until its owner proves the address. Refused, with nothing changed: an
 * address that has an account (409 `email_taken`, with the customer's id unless it is one of the staff), what is no address and no
 * VAT ID (422).
 */
export async function enterCustomer(shop: Shop, admin: SignedInUser, given: SaveCustomer): Promise<Customer> {
  const { name, email } = given
  const kept = checkCard(given)
  const id = await shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    const added = await addEnteredAccount(trx, { name, email }, at)
    if (added === undefined) throw await emailTaken(trx, email)
    await writeCard(trx, added, withRevision(kept, 1), true)
    const changes = changesBetween(NOTHING, { name, email, ...kept })
    await recordAudit(trx, { by: admin, at, kind: 'customer.created', subject: added, changes })
    return added
  })
  return findCustomer(shop, admin, id)
}

const withRevision = ({ card, tags }: KeptCard, revision: number): KeptCard => ({
  card: { ...card, revision },
  tags,
})

async function emailTaken(db: Db, email: string): Promise<AppError> {
  const found = await findRole(db, email)
  const account = found && (await findAccount(db, found.id))
  const isOfStaff = account?.role === 'admin' || account?.rights !== undefined
  if (!account || isOfStaff)
    return new AppError(customerRefusals.emailTaken, 'This e-mail address cannot be a customer’s.')
  return new AppError(customerRefusals.emailTaken, 'There is a customer with this e-mail address.', {
    customerId: account._id,
  })
}

/**
 * Changes what staff wrote of a customer, and the name and the e-mail where nobody can sign in to the account. Refused, with nothing
 * changed: another revision (409 `revision_changed`, with the `customer`), another name or e-mail of an account that has an
 * owner, a deleted account (409), an address that is taken (409 `email_taken`), an unknown customer (404).
 */
export async function changeCustomer(
  shop: Shop,
  admin: SignedInUser,
  id: string,
  given: ChangeCustomer,
): Promise<Customer> {
  const kept = checkCard(given)
  await shop.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, id)
    const before = await readCard(trx, id)
    if (before.card.revision !== given.revision)
      throw new AppError(
        customerRefusals.revisionChanged,
        'Somebody else changed this customer meanwhile. Load it again.',
        { customer: await findCustomer({ ...shop, db: trx }, admin, id) },
      )
    const at = shop.now()
    const changes = changesBetween({ ...account, ...before }, { ...given, ...kept })
    if (changes.length === 0) return
    if (given.name !== account.name || given.email !== account.email) await rename(trx, id, given, at)
    await writeCard(trx, id, withRevision(kept, given.revision + 1), false)
    await recordAudit(trx, { by: admin, at, kind: 'customer.changed', subject: id, changes })
  })
  return findCustomer(shop, admin, id)
}

/** The account, which nobody else changes meanwhile. */
async function lockAccount(trx: Db, id: string): Promise<{ name: string; email: string }> {
  const account = await trx
    .selectFrom('user')
    .select(['name', 'email', 'deletedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw customerNotFound()
  if (account.deletedAt !== null)
    throw new AppError('conflict', 'The customer has deleted the account: there is nothing to change.')
  return { name: account.name, email: account.email }
}

async function rename(trx: Db, id: string, { name, email }: ChangeCustomer, at: number): Promise<void> {
  if (!(await isWithoutOwner(trx, id)))
    throw new AppError(
      'conflict',
      'Only the customer can change name and e-mail of an account with a sign-in.',
    )
  if (!(await nameEnteredAccount(trx, { id, name, email }, at))) throw await emailTaken(trx, email)
}

type Compared = Omit<KeptCard, 'card'> & {
  readonly name: string
  readonly email: string
  readonly card: Partial<KeptCard['card']>
}

const NOTHING: Compared = { name: '', email: '', card: {}, tags: [] }

/** The fields that differ, as the audit log has them. */
function changesBetween(before: Compared, after: Compared): FieldChange[] {
  const [from, to] = [valuesOf(before), valuesOf(after)]
  return (Object.keys(to) as (keyof typeof to)[])
    .filter((field) => !isDeepStrictEqual(from[field] || null, to[field] || null))
    .map((field) => ({ field, from: from[field] || null, to: to[field] || null }))
}

const valuesOf = ({ name, email, card: { company, phone, vatId, address }, tags }: Compared) => ({
  name,
  email,
  company,
  phone,
  vatId,
  address: address && placeText(address),
  tags: tags.join(', '),
})

const placeText = ({ street, postcode, city, region, country }: Place): string =>
  [street, postcode, city, region, country].filter(Boolean).join(', ')
