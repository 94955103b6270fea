import type { Generated } from 'kysely'
import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** What the mail sandbox received. */
    sandbox_mails: {
      id: string
      recipient: string
      subject: string
      text: string
      html: string
      /** The name of the sender, and who would get the answers. */
      sender: Generated<string | null>
      reply_to: Generated<string | null>
      received_at: number
    }
    /** Their files; `content` is base64. */
    sandbox_mail_attachments: {
      mail_id: string
      position: number
      filename: string
      content_type: string
      content: string
    }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`sandbox_mails`, `sandbox_mail_attachments`': '30 days: `delete old sandbox mails`',
}
