/** The characters of the bytes 80 to 9F of Windows-1252; the bytes that it leaves out are spaces here, and never written. */
const FROM_80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

const FIRST = 0x80

const BYTES = new Map(
  [...FROM_80].flatMap((character, index) => (character === ' ' ? [] : [[character, FIRST + index]])),
)

/** The same as in ISO 8859-1. */
const isLatin = (code: number): boolean => code < FIRST || (code > 0x9f && code <= 0xff)

const byteOf = (character: string): number | undefined => {
  const code = character.codePointAt(0) ?? 0
  return isLatin(code) ? code : BYTES.get(character)
}

/** What a character is replaced by that the encoding lacks: its letters without accents, as `c` of `č`; else a question mark. */
function replaced(character: string): string {
  const letters = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
  return letters.length > 0 && letters.every((letter) => byteOf(letter) !== undefined)
    ? letters.join('')
    : '?'
}

/** The text with only characters of Windows-1252; see {@link replaced}. */
export const inWindows1252 = (text: string): string =>
  [...text.normalize('NFC')].map((each) => (byteOf(each) === undefined ? replaced(each) : each)).join('')

/** The bytes of a text that {@link inWindows1252} has made. */
export const encodeWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from([...text], (character) => byteOf(character) ?? '?'.charCodeAt(0))
