/** Texts that the specification gives word for word, slips included, and texts that several files use. */
export const accountTexts = {
  users: { promoted: 'Successfully made an admin', promotionFailed: 'Failed to Make an admin' },
  profile: { nobody: 'No user is logged in', saved: 'Profile updated' },
  password: { mailed: 'Mail has been sent', changed: 'Password changed' },
} as const
