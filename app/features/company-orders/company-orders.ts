export { approvalMailTemplates } from './deciding/approval-mails.ts'
