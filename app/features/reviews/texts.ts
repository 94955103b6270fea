/** The texts that the specification gives word for word, slips included, and a few beside them. Each stands here once. */
export const reviewTexts = { posted: 'Review posted successfully' } as const
