import { cleanText } from './runs.ts'

/**
 * The characters that the fonts of documents have: pairs of the distance from the last one, and how many more follow, in base
 * 36. Here no font has to be read; a test compares them with the fonts, and prints what they have to be.
 */
export const RANGES = [
  '0-3i y-g9 3-2 5 4 9-27 2-2 4-1 2 2-6 e-7 3-5 5-6 2 2-j 2-aq c-11 3-6 2-12 2-1 12-j 3-1 9-q 6-4 i-1 ',
  '2-1 2 9 6 4 2-p 6-l 2 3 6-g 4 5-1y 7-2 3-1 2 2 5 r-9 3r-1d f-13 4-a 3-2 7a-3n 2-7 3-1 3-l 2-6 2 4-3 ',
  '3-8 3-1 3-3 9 5-1 2-4 3-o 3-2 2-5 5-1 3-l 2-6 2-1 2-1 2-1 3 2-4 5-1 3-2 4 8-3 2 8-g b-2 2-8 2-2 2-l ',
  '2-6 2-1 2-4 3-9 2-2 2-2 3 g-3 3-b 8-6 2-2 2-7 3-1 3-l 2-6 2-1 2-4 3-8 3-1 3-2 8-2 5-1 2-4 3-h b-1 ',
  '2-5 4-2 2-3 4-1 2 2-1 4-1 4-2 4-b 5-4 4-2 2-3 3 7 f-k 6-c 2-2 2-m 2-f 3-8 2-2 2-3 8-1 2-2 3 3-3 3-9 ',
  '8-l 2-2 2-m 2-9 2-4 3-8 2-2 2-3 8-1 7-1 2-3 3-9 2-2 d-c 2-2 2-1e 2-2 2-5 5-f 3-p 2-2 2-h 4-n 2-8 2 ',
  '3-6 4 5-5 2 2-7 7-9 3-2 d-1l 5-s 12-1 2 3-1 2 3 7-3 2-6 2-2 2 2 3-1 2-c 2-2 3-4 2 2-5 3-9 3-1 z-1z ',
  '2-z 5-12 2-z 2-e 2-c 12-5h b-18 4-94 2-3 3-6 2 2-3 3-14 2-3 3-w 2-3 3-6 2 2-3 3-e 2-1k 2-3 3-1u 3-v ',
  '4-p 2w-6 2-i 2-o 2-j 2-6 2-2x 3-16 2-r 9-1a 2-g 2-o a-h 5-c a-f 1b 3 2t-1 13-8 a-s 6c-2l 3-9 7-9 ',
  'dj-v k1-15 7-k 2-d 3-8 2-17 2-d d-1 3 2 8 m-10 5-5 1j-6z 5-l 3-5 3-11 3-5 3-7 2 2 2 2-u 3-1g 2-e 2-d ',
  '3-5 2-i 3-2 2-8 2-2s 6-7 3-q 2-c 4-l 3-2 3 j-1 5-1 4-3 3 f g-21 2 3 2-1h 4 7-aq 6-1 3-5 3-8 1z-2 5 3 ',
  'a d 7-j 2-1 d-e 2-1 b-1 8 2 3 1m-1 1p-fw 2-q 5-1 2-3 v v-3 2-3 3-r 2-y 2 2-3 4 2-6 3-1f 4-n 2-d 7-1 ',
  'q 6-5 5-7j 7-1 3-1 15-1 b-1 1u-1 1n f-7 m f-1 5-2 a-g j 1n-1 i-z e-c 1r-1 6-q 5-5 1b-1 7g-n 2-6 ',
  '3l-11 b-1h a h-m a-6 2-6 2-6 2-6 2-6 2-6 2-6 2-6 1m 7 3-3 9 c-1 1x-p 2-2g d-5x r-b 5-1r 2-2d 3-2u ',
  '6-14 4-2l 2-16 6-z d-1a 2-66 2-17 2-58o b-g7k zk-1b 91-3 5-1 3-1 3-3 b-c s-3 7-1 3-1 33-e 5-4 3-9 ',
  '5-h 5-5 3-5 3-1 d-3 p-3 6-5 2-1 f-a 26-7 1d-9 4n-v 1b 1e-s 2s-u 2q-v 3m-5 3-5 3-5 a-6 2-6 5u-8mb d-m ',
  '5-1c 4jp-p 6f-3 sd-12 2-p hw fv-7h 5 3-2 2-5 4 4 4-2 2-3 2-8 2 2 2 2-i 2 2-f 2 46-6 d-4 6-p 2-4 2 ',
  '2-1 2-1 2-9 3-29 7-3 12-9 2-1 5-5 j-3 dv b 3-p 7-3 d-y 2-i 2-3 5-4 2-3q 3 2-59 4-5 3-5 3-5 3-2 4-6 ',
  '2-6 b-4 2 ld-u 2-3 2wu-j 1sc-9 10c7-2e de-1 2-3 2-4 2 4-6 2-p 1h-1f ed-j 35h-6 2-3 2-1 2-e 16q-3 2-q ',
  '2-1 2 3 2-9 2-3 2 2 12-1 2 3-3 2-6 2-3 2-3 2 c2-2r d-e 3-d 3-e 2-e x-a 6-u 2-1n 5-16 2u-2 e-16 6-8 ',
  '8-1 5c-7 7p-1 3 4 cr-z 2-6 2-j 3 210 2 1v 48 va 2m 26 lq ng 1ca 3d ck 3ug 1s 2f0 1cc-1 az rf 1d7 7 ',
  '6j 1j 2z 24 13g yl 1c 1y 10v sg ne h8 dl 7a d1 ej 5h 2hd 1dx 1u sv hc t 97 o9 72 8 2 3 cb 3u n0 x6 ',
  'b5 1gu 5 9 1n5 7y s 7t 6 y 11m at-1 f-1 51 7n 2r c 3 b 3r c 3 26 3q 8 7 3 k-1 14 3c-1 4 1g d 14-1 ',
  '9-2 2 2 2x-1 n 1s 58 s x j 3 a 4 i 4c en 48 3 q 7 48 9o g 34 1e e8-1 3j x 7f 4 w 3n c s 37 1w 6 3 84 ',
  'c 3 4r 5t 5 9 8 2-2 2 j 8-1 69 3 34 y 1o 64 5 3 i k 3 j 6d c 33 18 3k 4-1 3 7-1 2 4 2 9 4 c-1 9 5 3 ',
  '3 4 3 2 4 1h e-1 e 3s 9 46-1 7 2 3-1 7 3l 2 2-1 f-1 8 5-1 13 1v 2 9 3 4 2a c b 876 5 i 1i l 3a f 10 ',
  '24 2s f ',
]
  .join('')
  .trim()

const printed = new Set<number>()

let end = 0
for (const range of RANGES.split(' ')) {
  const [distance = '', more = '0'] = range.split('-')
  const from = end + Number.parseInt(distance, 36)
  end = from + Number.parseInt(more, 36)
  for (let code = from; code <= end; code += 1) printed.add(code)
}

const isPrinted = (character: string): boolean => printed.has(character.codePointAt(0) ?? 0)

/** The first character of the text that documents would show as a box; undefined when they have all. */
export const unprintedIn = (text: string): string | undefined =>
  [...cleanText(text)].find(
    (character) =>
      character !== '\n' &&
      !/[\u200c\u200d]/.test(character) &&
      ![character, character.toLowerCase()].some(isPrinted),
  )

/** Why a text with such a character is refused. */
export const unprintedText = (character: string): string =>
  `“${character}” cannot be printed on papers and labels. Write it in other letters.`
