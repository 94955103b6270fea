export { approvalMail, approvalMailTemplates, approvalOccasion } from './deciding/approval-mails.ts'
