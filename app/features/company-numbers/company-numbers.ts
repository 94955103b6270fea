/** What companies call parts: what other features may call on the server. */

export { findOwnParts, NO_OWN_PARTS, type OwnParts, ownNumbersOf } from './numbers/own-numbers.ts'
export { isForMember } from './searching/search-first.ts'
