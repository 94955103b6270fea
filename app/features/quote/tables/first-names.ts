import { plainLine } from '../reading/line-words.ts'

const PART_NAMES = 'part number|part no|part nr|part|article|item|sku'
const QUANTITY_NAMES = 'quantity|qty|pieces|pcs'
const COLUMN_NAMES = `${PART_NAMES}|${QUANTITY_NAMES}|pos|position|name|description|unit price|price|total`

const PART_COLUMN = new RegExp(`^(?:${PART_NAMES})$`)
const QUANTITY_COLUMN = new RegExp(`^(?:${QUANTITY_NAMES})$`)

const HEADER = new RegExp(`^(?:${COLUMN_NAMES})(?: (?:${COLUMN_NAMES}))*$`)
const NAMED_PART_OR_QUANTITY = /\b(?:part|sku|quantity|qty|pieces)\b/

const LONGEST_LINE = 500

/**
 * Whether the first line of a text consists of names of columns, also of one column or parted by blanks: known ones only, or one
 * of a part, one of quantities, and any others.
 */
export function areFirstNames(line: string): boolean {
  if (line.length > LONGEST_LINE) return false
  const names = plainLine(line)
    .toLowerCase()
    .split(/[,;|\t]/)
    .map(wordsOf)
  const joined = wordsOf(names.join(' '))
  if (HEADER.test(joined) && NAMED_PART_OR_QUANTITY.test(joined)) return true
  return names.some((name) => PART_COLUMN.test(name)) && names.some((name) => QUANTITY_COLUMN.test(name))
}

const wordsOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
