export const PASSWORD_LENGTH = { minimum: 8, maximum: 128 } as const

/** How long others would guess at a password, from the one that is refused to the best. */
export const STRENGTHS = ['refused', 'weak', 'fair', 'good', 'strong'] as const

export type Strength = (typeof STRENGTHS)[number]
