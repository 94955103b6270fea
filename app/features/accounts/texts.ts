/** The texts that the specification gives word for word, slips included, and a few beside them. Each stands here once. */
export const accountTexts = {
  users: { promoted: 'Successfully made an admin', promotionFailed: 'Failed to Make an admin' },
  profile: { nobody: 'No user is logged in', saved: 'Profile updated' },
  password: { mailed: 'Mail has been sent', changed: 'Password changed' },
} as const
