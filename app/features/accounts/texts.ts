/** Texts that the specification quotes literally, mistakes included, and texts that several files use. */
export const accountTexts = {
  users: { promoted: 'Successfully made an admin', promotionFailed: 'Failed to Make an admin' },
  profile: { notSignedIn: 'No user is logged in', saved: 'Profile updated' },
  password: { mailed: 'Mail has been sent', changed: 'Password changed' },
} as const
