/** Texts that the specification quotes literally, mistakes included, and a few others. Each is written only here. */
export const reviewTexts = {
  posted: 'Review posted successfully',
  verified: 'Verified buyer',
} as const
