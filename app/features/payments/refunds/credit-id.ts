/** What a credit of an order on account has in place of the provider's id of a refund: no money moves. */
export const creditId = (refundId: string): string => `credit ${refundId}`

export const isCreditId = (id: string | null): boolean => id?.startsWith('credit ') === true
