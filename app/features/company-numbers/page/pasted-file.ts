/** The names of the columns of a file. */
const NAMES = ['sku', 'own']

/** The pasted list as a file: a list without names of columns has our part number first, then the own one. */
export function toFile(text: string): string {
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1)
  const separator = ['\t', ';'].find((mark) => head.includes(mark)) ?? ','
  const cells = head.split(separator).map((cell) => cell.replaceAll('"', '').trim().toLowerCase())
  return NAMES.every((name) => cells.includes(name)) ? text : `${NAMES.join(separator)}\n${text}`
}
