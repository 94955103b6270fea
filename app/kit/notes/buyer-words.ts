/** What the buyer calls the part of a line, and says of it. */
export interface BuyerWords {
  readonly own?: string | undefined
  readonly note?: string | undefined
}

type StoredWords = { readonly [Member in keyof BuyerWords]?: BuyerWords[Member] | null }

/** The words alone, of a line or of its row; what is empty is left out. */
export const buyerWordsOf = ({ own, note }: StoredWords): BuyerWords => ({
  ...(own && { own }),
  ...(note && { note }),
})
