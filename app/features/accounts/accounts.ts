/** The public file of accounts: sign-in, sessions, users and the guards of calls. */

export { accountsApi } from './api.ts'
export { type Auth, createAuth } from './auth.ts'
export { authRoutes } from './auth-routes.ts'
export { deleteExpiredSessions } from './delete-expired-sessions.ts'
export { ensureFirstAdmin } from './first-admin.ts'
export { type Endpoints, googleEndpoints } from './google/endpoints.ts'
export { createGuards, type Guards } from './guard.ts'
export { refuseOtherOrigins } from './origin.ts'
export type { FirstReset } from './reset-password.ts'
export { findSessionUser, isOfSession, type SignedInUser } from './session-users.ts'
export { findEmails, findVerified, isEmailVerified } from './users.ts'
