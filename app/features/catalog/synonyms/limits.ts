/** How many synonyms there can be, and how many words and names one can have; the characters of each. */
export const SYNONYM_LIMITS = { synonyms: 500, words: 20, finds: 5, phrase: 60 } as const
