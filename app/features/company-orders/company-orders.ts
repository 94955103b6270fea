export { approvalMail, approvalMailTemplates, approvalOccasion } from './deciding/approval-mails.ts'
export { decideApproval } from './deciding/decide-approval.ts'
