/** The texts that the specification gives word for word, slips included, and a few beside them. Each stands here once. */
export const homeTexts = {
  hero: { heading: 'Healthy Food', text: 'Grow your strength', more: 'Read More' },
} as const
