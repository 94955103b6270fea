/** Who buys by rules of its own: what other features may call on the server. */

export { handToCompanies } from './handed/handed.ts'
export { deleteOldInvitations } from './invitations/invitations.ts'
export {
  type BuyingCompany,
  findBuyingCompany,
  lockBuyingCompanies,
} from './members/buying-company.ts'
export { lockCredits } from './members/company-terms.ts'
export { leaveCompany } from './members/members.ts'
export {
  changeAsManager,
  findMembership,
  findPricingCompany,
  isInCompany,
  isMemberOf,
  type Membership,
  mayApproveIn,
  type PricingCompany,
  refuseUnverified,
  requireManager,
  requireMembership,
} from './members/membership.ts'
export { findOwnMembership } from './own/own-company.ts'
export { changePricesRevision, findCompanyNames, findPricesRevision } from './staff/manage-companies.ts'
