export { answerMail, answerOccasion, messageMailTemplates } from './mails/message-mails.ts'
export {
  countToAnswer,
  deleteMessagesOf,
  findToAnswer,
  listOwnMessages,
  ORDERS_TO_ANSWER,
} from './thread/messages.ts'
export { listMessagesOfCustomer } from './thread/messages-of-customer.ts'
