declare module '#kit/db/schema.ts' {
  interface Schema {
    /** What the mail sandbox received. */
    sandbox_mails: {
      id: string
      recipient: string
      subject: string
      text: string
      html: string
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

export {}
