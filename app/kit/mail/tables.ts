declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The outbox. A row with `next_attempt_at` is still to be sent; `sent_at` is when it was sent. */
    mails: {
      id: string
      recipient: string
      subject: string
      text: string
      html: string
      /** If set, this template writes the content when the mail is sent, about the record with the id `about`. */
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

/** A mail to one address, with the same content as text and as HTML. */
export interface MailContent {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}
