/** The texts of the whole shop. Those of a feature are in its `texts.ts`. */
export const texts = {
  brand: 'Parts Shop',
  /** Shown while the database is unavailable. */
  unavailable: 'The shop cannot answer right now. Try again in a moment.',
  sandboxBanner:
    'This shop runs on sandboxes: no card is charged, mails stay on this machine for anyone to read, and anyone can sign in as anyone.',
  confirm: { question: 'Are you sure?', yes: 'Yes', no: 'No' },
} as const
