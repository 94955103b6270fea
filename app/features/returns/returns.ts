export {
  type MailedReturn,
  returnMail,
  returnMailTemplates,
  returnOccasion,
} from './mails/return-mails.ts'
export { countWaitingReturns, findOwnReturns, listReturnSteps } from './records/list-returns.ts'
export { findReturnedToStock, refuseReturned } from './records/returnable.ts'
