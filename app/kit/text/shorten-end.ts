/** The text, or its first `most` characters and an ellipsis: what a visitor typed can be of any length. */
export const shortenEnd = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text
