import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { acceptedSecrets } from '../sessions/former-signatures.ts'
import { isSet } from '../tables.ts'
import { hashBackupCode, hashesOfTyped } from './backup-codes.ts'
import { stepOfCode } from './totp.ts'

type Secrets = Pick<Shop, 'secret' | 'config'>

/** The second factor of an account as it is stored. */
interface Factor {
  readonly id: string
  /** Whether a code has proved it: before that it does not count. */
  readonly isOn: boolean
  readonly secret: string
  /** Hashed: see {@link hashedBackupCodes}. */
  readonly backupCodes: readonly string[]
  /** As it is stored, encrypted. */
  readonly stored: { readonly secret: string; readonly backupCodes: string }
}

/** The factor of an account that its owner has set up, or is setting up. */
export async function readFactor(shop: Secrets, db: Db, userId: string): Promise<Factor | undefined> {
  const row = await db.selectFrom('twoFactor').selectAll().where('userId', '=', userId).executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    isOn: isSet(row.verified),
    secret: await decrypt(shop, row.secret),
    backupCodes: JSON.parse(await decrypt(shop, row.backupCodes)),
    stored: { secret: row.secret, backupCodes: row.backupCodes },
  }
}

/** The sign-in library encrypts with the secret of its day: a copy of the database contains no code. */
async function decrypt(shop: Secrets, data: string): Promise<string> {
  for (const key of acceptedSecrets(shop)) {
    const text = await symmetricDecrypt({ key, data }).catch(() => undefined)
    if (text !== undefined) return text
  }
  throw new AppError(
    'conflict',
    'Your second factor cannot be read any more. The shop has to remove it for you.',
  )
}

/**
 * Accepts a code of the app once: of two at once, on any process, one. The codes of a step before one that was accepted are
 * spent too.
 */
export async function spendAppCode(shop: Shop, db: Db, factor: Factor, code: string): Promise<boolean> {
  const step = stepOfCode(factor.secret, code, shop.now())
  if (step === undefined) return false
  const { numUpdatedRows } = await db
    .updateTable('twoFactor')
    .set({ lastStep: step })
    .where('id', '=', factor.id)
    .where('secret', '=', factor.stored.secret)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Accepts a backup code once. Of two different ones at once one may be refused, and is good then. */
export async function spendBackupCode(
  { secret: key }: Secrets,
  db: Db,
  { id, backupCodes, stored }: Factor,
  code: string,
): Promise<boolean> {
  const hash = hashesOfTyped(code).find((one) => backupCodes.includes(one))
  if (hash === undefined) return false
  const data = JSON.stringify(backupCodes.filter((one) => one !== hash))
  const { numUpdatedRows } = await db
    .updateTable('twoFactor')
    .set({ backupCodes: await symmetricEncrypt({ key, data }) })
    .where('id', '=', id)
    .where('backupCodes', '=', stored.backupCodes)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How the sign-in library stores backup codes: hashed, and then encrypted. Nobody gets them back. */
export const hashedBackupCodes = ({ secret: key }: Secrets) => ({
  encrypt: async (codes: string): Promise<string> => {
    const hashes = (JSON.parse(codes) as string[]).map(hashBackupCode)
    return symmetricEncrypt({ key, data: JSON.stringify(hashes) })
  },
  decrypt: (data: string): Promise<string> => symmetricDecrypt({ key, data }),
})

/** Encrypts anew what a former secret has encrypted, which will not be accepted for ever. */
export async function encryptFactorsAnew(shop: Shop): Promise<void> {
  if (shop.config.formerSecrets.length === 0) return
  const { db, secret: key } = shop
  for (const { userId } of await db.selectFrom('twoFactor').select('userId').execute()) {
    const factor = await readFactor(shop, db, userId).catch((err: unknown) => {
      shop.log.warn({ err, account: userId }, 'a second factor cannot be read')
    })
    if (!factor) continue
    await db
      .updateTable('twoFactor')
      .set({
        secret: await symmetricEncrypt({ key, data: factor.secret }),
        backupCodes: await symmetricEncrypt({ key, data: JSON.stringify(factor.backupCodes) }),
      })
      .where('id', '=', factor.id)
      .where('secret', '=', factor.stored.secret)
      .where('backupCodes', '=', factor.stored.backupCodes)
      .execute()
  }
}
