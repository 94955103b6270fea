/** The public file of accounts: sign-in, sessions, users and the guards behind the doors of `calls.ts`. */

export { accountsApi } from './api.ts'
export { type Auth, createAuth } from './auth/auth.ts'
export { authProblemMembers, describeAuthCalls } from './auth/auth-openapi.ts'
export { authRoutes } from './auth/auth-routes.ts'
export type { FirstReset } from './auth/reset-password.ts'
export { encryptFactorsAnew } from './codes/factors.ts'
export { describeOwnFactor } from './codes/own-codes.ts'
export { deleteOldSecurityEvents, listSecurityEvents } from './events/events.ts'
export { factorCalls } from './factor/factor-openapi.ts'
export { addFactorRoutes } from './factor/factor-routes.ts'
export { type Endpoints, googleEndpoints } from './google/endpoints.ts'
export { newEmailApi } from './new-email/api.ts'
export { deleteOldNewEmails } from './new-email/new-emails.ts'
export { listPasskeys } from './passkeys/passkeys.ts'
export { requireFresh } from './passwords/fresh-sign-in.ts'
export { securityApi } from './security/api.ts'
export { listOwnSessions } from './security/own-sessions.ts'
export { createGuards, type Guards, rightRequired } from './sessions/guard.ts'
export { refuseOtherOrigins } from './sessions/origin.ts'
export { isAnAdminSafe } from './sessions/second-factor.ts'
export {
  deleteExpiredSessions,
  findSessionUser,
  lockCustomer,
  type SignedInUser,
} from './sessions/session-users.ts'
export { deleteAbandonedAccounts } from './users/abandoned-accounts.ts'
export { deleteAccount, lockLeaving } from './users/delete-account.ts'
export { addEnteredAccount, isWithoutOwner, nameEnteredAccount } from './users/entered-accounts.ts'
export { ensureFirstAdmin } from './users/first-admin.ts'
export { mailStaffWith } from './users/mail-staff.ts'
export { addSampleAccounts, deleteSampleAccounts } from './users/sample-accounts.ts'
export {
  type AlsoFoundBy,
  findAccount,
  findEmails,
  findOrderingAccount,
  findOrderingAccounts,
  findProfile,
  findRole,
  findVerified,
  isEmailVerified,
  isUserFound,
  setPicture,
} from './users/users.ts'
