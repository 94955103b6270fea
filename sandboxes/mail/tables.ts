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
  }
}

export {}
