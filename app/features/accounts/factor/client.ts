import { postJson } from '#kit/browser/client.ts'
import { requestToken, storeToken } from '../browser-session.ts'

/** What a person keeps of a second factor that is being set up: shown once. */
export interface NewFactor {
  /** What the QR code says. */
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

/** The password of the account, where it has one. */
export interface Owner {
  readonly password?: string
}

const call = (name: string, body: object) => postJson(`/api/auth/two-factor/${name}`, body)

export const beginFactor = (owner: Owner) => call('enable', owner) as Promise<NewFactor>

export const proveFactor = (code: string) => call('verify-totp', { code })

export const makeBackupCodes = async (owner: Owner): Promise<readonly string[]> =>
  ((await call('generate-backup-codes', owner)) as NewFactor).backupCodes

export const removeFactor = (owner: Owner) => call('disable', owner)

/** Ends a sign-in by a code of the app or a backup code, and stores an access token for the session. */
export async function signInByCode(code: string, isBackup: boolean): Promise<void> {
  const answer = await call(isBackup ? 'verify-backup-code' : 'verify-totp', { code })
  storeToken(await requestToken((answer as { user: { email: string } }).user.email))
}
