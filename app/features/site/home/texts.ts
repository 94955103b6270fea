/** Texts that the specification quotes literally, mistakes included, and a few others. Each is written only here. */
export const homeTexts = {
  hero: { heading: 'Healthy Food', text: 'Grow your strength', more: 'Read More' },
} as const
