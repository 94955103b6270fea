let names: Intl.DisplayNames | undefined

/**
 * The name of the country with that code in English; the code itself when it has none. Not while a public page renders in the
 * browser: its first use takes time, and the browser may have another name than the server.
 */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'region' })
  // "Hong Kong SAR China" and "Myanmar (Burma)" are no names for a label or a list.
  return (names.of(code) ?? code).replace(/ SAR China$| \(.+\)$/, '')
}
