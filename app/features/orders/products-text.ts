/** The products of an order in a few words: its only one, or "Hexagon nut M8 and 2 more". */
export function productsText([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`
}
