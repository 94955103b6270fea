import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { contains, searchWords } from '#kit/input/search.ts'
import { AppError } from '#kit/server/app-error.ts'
import { type Page, type Paged, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import type { ListedUser, Profile, ProfileChange } from '../schema.ts'
import { isOfSession, type SignedInUser } from '../sessions/session-users.ts'
import { isSet, type UserTable } from '../tables.ts'

const PROFILE_COLUMNS = ['id', 'name', 'email', 'designation', 'phone', 'address', 'role'] as const

type ProfileRow = Pick<UserTable, (typeof PROFILE_COLUMNS)[number]>

/** The profile of the account with this e-mail address, in lower case. */
export async function findProfile(db: Db, email: string): Promise<Profile | undefined> {
  const row = await db
    .selectFrom('user')
    .select(PROFILE_COLUMNS)
    .where('email', '=', email)
    .executeTakeFirst()
  return row && profileOf(row)
}

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

/** The e-mail addresses of these accounts by id; ids of none are left out. */
export async function findEmails(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['id', 'email'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** The accounts with every word of `q` in name or address, newest first. */
export async function listUsers(db: Db, q: string | undefined, page: Page): Promise<Paged<ListedUser>> {
  const matches = (eb: ExpressionBuilder<Schema, 'user'>) => eb.and(searchWords(q).map(hasWord))
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
  const listed = rows.map((row) => ({
    _id: row.id,
    ...profileOf(row),
    ...(isSet(row.emailVerified) && { emailVerified: true as const }),
  }))
  return toPaged(listed, page, { total }, (user) => [user._id])
}

/**
 * Neither database folds the case of letters beyond ASCII in every locale, and the sign-in library stores names as
 * typed. So the search looks for a word as typed, capitalised and in capitals.
 */
function hasWord(word: string): RawBuilder<boolean> {
  const forms = [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]
  const patterns = [...new Set(forms.map(lowerAscii))].map((form) => contains('folded_name', form))
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

export const unknownUser = (): AppError =>
  new AppError('not_found', 'There is no user with this e-mail address.')

function profileOf(row: ProfileRow): Profile {
  return {
    name: row.name,
    email: row.email,
    ...(row.designation !== null && { designation: row.designation }),
    ...(row.phone !== null && { phone: row.phone }),
    ...(row.address !== null && { address: row.address }),
    ...(row.role === 'admin' && { role: 'admin' as const }),
  }
}
