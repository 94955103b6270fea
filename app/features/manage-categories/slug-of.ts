import { LONGEST_SLUG } from '#features/catalog/limits.ts'
import { foldText } from '#kit/text/fold-text.ts'

/** The address of a category or the key of an attribute that a name comes to: "Inner diameter (mm)" is `inner-diameter-mm`. */
export const slugOf = (name: string): string =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_SLUG)
