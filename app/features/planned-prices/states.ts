/** Why planned prices are not applied; see `HeldBack` of the catalogue. */
export const heldReasons = ['prices_changed', 'archived', 'terms_changed'] as const

export type HeldReason = (typeof heldReasons)[number]
