declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The outbox. A row with `next_attempt_at` is still to be sent; `sent_at` says when it went. */
    mails: {
      id: string
      recipient: string
      subject: string
      text: string
      html: string
      /** The words of such a mail are found when it is sent: by the template, about what has that id. */
      template: string | null
      about: string | null
      created_at: number
      attempts: number
      next_attempt_at: number | null
      sent_at: number | null
      last_error: string | null
    }
  }
}

/** A mail as its cause describes it: to one address, the same content in two forms. */
export interface MailContent {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}
