import type { BuyerWords } from '../../notes/buyer-words.ts'
import { buyerWordsTexts } from '../../notes/buyer-words-texts.ts'

/** What the buyer calls the part of a line, and says of it, a line each. */
export const BuyerWordsLines = ({ words }: { words: BuyerWords }) =>
  buyerWordsTexts(words).map((text) => (
    <span key={text} className="block text-muted wrap-anywhere">
      {text}
    </span>
  ))
