/** What users ask and change of their own sign-in, for the pages of other features. */

export { CodeField } from './codes/code-field.tsx'
export type { OwnFactor } from './codes/schema.ts'
export type { SecurityEvent } from './events/schema.ts'
export {
  beginFactor,
  makeBackupCodes,
  type NewFactor,
  type Owner,
  proveFactor,
  removeFactor,
} from './factor/client.ts'
export { askForNewEmail } from './new-email/client.ts'
export { addPasskey, fetchPasskeys, removePasskey, renamePasskey } from './passkeys/client.ts'
export { PASSKEY_NAME } from './passkeys/limits.ts'
export type { Passkey } from './passkeys/schema.ts'
export {
  changePassword,
  endOtherSessions,
  endSession,
  fetchEvents,
  fetchFactor,
  fetchSessions,
  signInAgain,
} from './security/client.ts'
export type { OwnSession } from './security/schema.ts'
export { SignInAgain } from './security/sign-in-again.tsx'
export { whenFresh } from './security/when-fresh.ts'
