/** Who buys by rules of its own: what other features may call on the server. */

export { deleteOldInvitations } from './invitations/invitations.ts'
export { leaveCompany } from './members/members.ts'
export { findOwnMembership } from './own/own-company.ts'
