/** The public file of accounts: sign-in, sessions, users and the guards behind the doors of `calls.ts`. */

export { accountsApi } from './api.ts'
export { type Auth, createAuth } from './auth/auth.ts'
export { authProblemMembers, describeAuthCalls } from './auth/auth-openapi.ts'
export { authRoutes } from './auth/auth-routes.ts'
export type { FirstReset } from './auth/reset-password.ts'
export { type Endpoints, googleEndpoints } from './google/endpoints.ts'
export { createGuards, type Guards } from './sessions/guard.ts'
export { refuseOtherOrigins } from './sessions/origin.ts'
export {
  deleteExpiredSessions,
  findSessionUser,
  lockCustomer,
  type SignedInUser,
} from './sessions/session-users.ts'
export { deleteAbandonedAccounts } from './users/abandoned-accounts.ts'
export { ensureFirstAdmin } from './users/first-admin.ts'
export { addSampleAccounts, deleteSampleAccounts } from './users/sample-accounts.ts'
export {
  findAccount,
  findEmails,
  findOrderingAccount,
  findOrderingAccounts,
  findVerified,
  isEmailVerified,
  setPicture,
} from './users/users.ts'
