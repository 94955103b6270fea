/** A word without its plural ending: "bushes" is "bush", "assemblies" is "assembly". */
export function singular(word: string): string {
  if (word.length < 4 || !/^\p{L}+$/u.test(word)) return word
  if (/.ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2)
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word
}
