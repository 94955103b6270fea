/** Texts that the specification quotes literally, mistakes included, and texts that several files use. */
export const accountTexts = {
  users: { promoted: 'Successfully made an admin', promotionFailed: 'Failed to Make an admin' },
  profile: { notSignedIn: 'No user is logged in', saved: 'Profile updated' },
  password: { mailed: 'Mail has been sent', changed: 'Password changed' },
  sessionEnd: {
    ended: {
      'by shop': 'Your session has ended.',
      'in another tab': 'Your session has ended: you signed out in another tab.',
    },
    goOn: 'Sign in to go on.',
    goOnWithDrafts: 'Sign in to go on; what you typed is kept.',
  },
} as const
