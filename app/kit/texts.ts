/** The texts of the whole shop. Those of a feature stand in its own `texts.ts`. */
export const texts = {
  brand: 'Parts Shop',
  /** While the database cannot be reached. */
  away: 'The shop cannot answer right now. Try again in a moment.',
  sandboxBanner:
    'This shop runs on sandboxes: no card is charged, mails stay on this machine for anyone to read, and anyone can sign in as anyone.',
  confirm: { question: 'Are you sure?', yes: 'Yes', no: 'No' },
} as const
