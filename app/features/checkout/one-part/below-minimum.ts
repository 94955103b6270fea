import { readPieces } from '#kit/text/read-number.ts'

/**
 * Whether what is typed is a number below the minimum. That is too few pieces, and also what is no number of pieces: "-5"
 * and "50.5". An empty field and words are no number.
 */
export function isBelowMinimum(text: string, minimum: number): boolean {
  const pieces = readPieces(text)
  if (pieces !== undefined) return pieces < minimum
  const typed = text.trim()
  if (/^[-\u2212]\s?[.,]?\d/.test(typed)) return true
  const [, whole] = /^(\d{0,15})[.,]\d{0,40}$/.exec(typed) ?? []
  return whole !== undefined && /\d/.test(typed) && Number(whole) < minimum
}
