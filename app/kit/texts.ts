/** The texts of the whole shop. Those of a feature are in its `texts.ts`. */
export const texts = {
  brand: 'Parts Shop',
  /** Shown while the database is unavailable. */
  unavailable: 'The shop cannot answer right now. Try again in a moment.',
  /** Shown on a page that was kept from before the database became unavailable. */
  oldData: 'The shop cannot reach its data right now. Prices and stock on this page may be old.',
  sandboxBanner:
    'This shop runs on sandboxes: no card is charged, mails stay on this machine for anyone to read, and anyone can sign in as anyone.',
  confirm: { question: 'Are you sure?', yes: 'Yes', no: 'No' },
} as const
