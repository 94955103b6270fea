const MAXIMUM_STARS = 5

const FREE_TEXT = /^(\d{1,3}(?:[.,]\d{1,6})?)\s*(?:\/\s*5|out of 5|stars?|★)?$/i

/**
 * Reads a typed rating ("4", "4.5", "4,5", "4/5", "4 stars") as half stars, 0 to 10, rounded to the nearest half;
 * undefined when it cannot be read or is out of range.
 */
export function readHalfStars(text: string): number | undefined {
  const match = FREE_TEXT.exec(text.trim())
  if (!match?.[1]) return undefined
  const stars = Number(match[1].replace(',', '.'))
  return stars <= MAXIMUM_STARS ? Math.round(stars * 2) : undefined
}
