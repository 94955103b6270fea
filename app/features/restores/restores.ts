/** A database that was restored from a backup: it is a copy, which does nothing, until somebody says that it is the shop. */

export { refuseChangesToCopies } from './taking-over/refuse-changes.ts'
export { startsToWork } from './taking-over/starts-to-work.ts'
export { takeOver } from './taking-over/take-over.ts'
