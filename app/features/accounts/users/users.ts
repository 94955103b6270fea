import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { contains, escapeLike, hasPhone, phoneDigits, searchWords } from '#kit/input/search.ts'
import { AppError } from '#kit/server/app-error.ts'
import { type Page, type Paged, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { readRights } from '../rights.ts'
import type { ListedUser, Profile, ProfileChange } from '../schema.ts'
import { isOfSession, type SignedInUser } from '../sessions/session-users.ts'
import { instantMs, isBanned, isSet, type UserTable } from '../tables.ts'

const PROFILE_COLUMNS = ['id', 'name', 'email', 'designation', 'phone', 'address', 'role', 'rights'] as const

type ProfileRow = Pick<UserTable, (typeof PROFILE_COLUMNS)[number]>

/** The profile of the account with this e-mail address, in lower case. */
export async function findProfile(db: Db, email: string): Promise<Profile | undefined> {
  const row = await db
    .selectFrom('user')
    .select(PROFILE_COLUMNS)
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row && profileOf(row)
}

/** The account with this e-mail address, and whether it is an admin's. */
export const findRole = (db: Db, email: string) =>
  db.selectFrom('user').select(['id', 'role']).where('email', '=', email).executeTakeFirst()

/** Whether the e-mail address of the account is verified. */
export async function isEmailVerified(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('user').select('emailVerified').where('id', '=', userId).executeTakeFirst()
  return isSet(row?.emailVerified ?? null)
}

/** The ids of those of these accounts whose e-mail address is verified. */
export async function findVerified(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('id', 'in', ids)
    .where('emailVerified', '=', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The e-mail addresses of these accounts by id; ids of none are left out, and those that were deleted. */
export async function findEmails(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['id', 'email'])
    .where('id', 'in', [...new Set(ids)])
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Whether an account is found by a word, besides its name and e-mail; `patterns` are of `like`, in lower case. */
export type AlsoFoundBy = (db: Db, patterns: readonly string[]) => RawBuilder<boolean>

/** Whether an account has every word of `q` in name or e-mail, or is found by it elsewhere, or has its digits as phone number. */
export function isUserFound(db: Db, q: string | undefined, alsoFoundBy: AlsoFoundBy): RawBuilder<boolean> {
  const words = searchWords(q).map(
    (word): RawBuilder<boolean> =>
      sql`(${hasInName(word)} or ${alsoFoundBy(
        db,
        formsOf(word).map((form) => `%${escapeLike(form)}%`),
      )})`,
  )
  if (words.length === 0) return sql`1 = 1`
  const phone = phoneDigits(q)
  const more = phone === undefined ? [] : [hasPhone('user.phone', phone)]
  return sql`((${sql.join(words, sql` and `)})${sql.join(
    more.map((one) => sql` or ${one}`),
    sql``,
  )})`
}

/** The accounts that are found by `q`, newest first. */
export async function listUsers(
  db: Db,
  q: string | undefined,
  page: Page,
  alsoFoundBy: AlsoFoundBy,
): Promise<Paged<ListedUser>> {
  const isFound = isUserFound(db, q, alsoFoundBy)
  const matches = (eb: ExpressionBuilder<Schema, 'user'>) =>
    eb.and([eb('user.deletedAt', 'is', null), isFound])
  const after = page.after?.[0]
  const rows = await db
    .selectFrom('user')
    .select([...PROFILE_COLUMNS, 'emailVerified'])
    .where(matches)
    // An id begins with its creation time, so ids sort in the order of sign-up.
    .$if(after !== undefined, (query) => query.where('id', '<', String(after)))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { total } = await db
    .selectFrom('user')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(matches)
    .executeTakeFirstOrThrow()
  return toPaged(rows.map(toListed), page, { total }, (user) => [user._id])
}

/**
 * Neither database folds the case of letters beyond ASCII in every locale, and the sign-in library stores names as
 * typed. So the search looks for a word as typed, capitalised and in capitals.
 */
const formsOf = (word: string): string[] => {
  const forms = [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]
  return [...new Set(forms.map(lowerAscii))]
}

function hasInName(word: string): RawBuilder<boolean> {
  const patterns = formsOf(word).map((form) => contains('folded_name', form))
  return sql<boolean>`exists (select 1 from (select lower("user"."name") as folded_name) as folded
    where ${sql.join(patterns, sql` or `)} or ${contains('user.email', word)})`
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Updates the fields of the profile that the change has. Refuses (401) when the session has ended meanwhile. */
export async function changeProfile(
  shop: Shop,
  { id, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  change: ProfileChange,
): Promise<void> {
  const { name, phone, designation, address } = change
  const { numUpdatedRows } = await shop.db
    .updateTable('user')
    .set({ name, phone, designation, address, updatedAt: toIso(shop.now()) })
    .where('id', '=', id)
    .where(isOfSession(sessionId))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('not_signed_in', 'Sign in first.')
}

/** Changes the picture of the account. Refuses (401) when the session has ended meanwhile. */
export async function setPicture(
  trx: Db,
  { id, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  image: string | null,
  nowMs: number,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('user')
    .set({ image, updatedAt: toIso(nowMs) })
    .where('id', '=', id)
    .where(isOfSession(sessionId))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('not_signed_in', 'Sign in first.')
}

/** An account as admins see it: with its e-mail as it is now. */
export interface Account extends ListedUser {
  readonly createdAt: string
  /** Its owner has deleted it. */
  readonly deleted?: true
}

/** The account with this id; undefined when there is none. */
export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('user')
    .select([...PROFILE_COLUMNS, 'emailVerified', 'createdAt', 'deletedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      ...toListed(row),
      createdAt: toIso(instantMs(row.createdAt)),
      ...(row.deletedAt !== null && { deleted: true as const }),
    }
  )
}

/** The account with this e-mail address, in lower case, which can order; undefined when there is none, or it is banned. */
export async function findOrderingAccount(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  email: string,
): Promise<Pick<SignedInUser, 'id' | 'name' | 'email' | 'emailVerified'> | undefined> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'emailVerified', 'banned', 'banExpires'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!row || isBanned(row, now())) return undefined
  return { id: row.id, name: row.name, email: row.email, emailVerified: isSet(row.emailVerified) }
}

/** The ids of those of these accounts that are there and not banned. */
export async function findOrderingAccounts(
  db: Db,
  ids: readonly string[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'banned', 'banExpires'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Set(rows.filter((row) => !isBanned(row, nowMs)).map(({ id }) => id))
}

export const unknownUser = (): AppError =>
  new AppError('not_found', 'There is no user with this e-mail address.')

const toListed = (row: ProfileRow & Pick<UserTable, 'emailVerified'>): ListedUser => ({
  _id: row.id,
  ...profileOf(row),
  ...(isSet(row.emailVerified) && { emailVerified: true as const }),
})

function profileOf(row: ProfileRow): Profile {
  return {
    name: row.name,
    email: row.email,
    ...(row.designation !== null && { designation: row.designation }),
    ...(row.phone !== null && { phone: row.phone }),
    ...(row.address !== null && { address: row.address }),
    ...(row.role === 'admin' && { role: 'admin' as const }),
    ...(row.rights !== null && { rights: readRights(row.rights) }),
  }
}
