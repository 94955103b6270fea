/** Letters that Unicode does not decompose into a plain letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * Folds a text for a search that ignores case, accents and the kind of apostrophe: "José O’Brien" and "jose o'brien" are
 * the same. Fold both the stored text and the search.
 */
export function foldText(text: string): string {
  return text
    .replace(/[’‘ʼ`´′]/g, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
}
