/** `asked`: it waits for the first version. `offered`: the newest version can be accepted until its last day. */
export const offerStates = ['asked', 'offered', 'accepted', 'declined', 'withdrawn'] as const

export type OfferState = (typeof offerStates)[number]

/** What lists can be filtered by. `waiting`: the staff have to offer or answer something. */
export const offerFilters = ['waiting', ...offerStates] as const

export type OfferFilter = (typeof offerFilters)[number]
