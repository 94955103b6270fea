/** The front door of accounts: who somebody is, and what the others may ask about it. */
export { accountsApi } from './api.ts'
export { type Auth, createAuth } from './auth.ts'
export { authRoutes } from './auth-routes.ts'
export { ensureFirstAdmin } from './first-admin.ts'
export { googleSandboxRoutes } from './google/sandbox/sandbox-routes.ts'
export { createGuards, type Guards } from './guard.ts'
export type { SignedInUser } from './sessions.ts'
