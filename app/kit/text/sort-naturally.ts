/**
 * The values sorted naturally: texts with the numbers in them as numbers, M5 before M10, M2 before M2.5, G1/8 before
 * G1/4. Capital letters make no difference. Not with `Intl`, which sorts 2.5 before 2.10, and 1/8 after 1/4.
 */
export function sortNaturally<Value extends string | number>(values: Iterable<Value>): Value[] {
  return [...values]
    .map((value) => ({ value, tokens: tokensOf(value) }))
    .sort((a, b) => compareTokens(a.tokens, b.tokens) || compare(a.value, b.value))
    .map(({ value }) => value)
}

type Token = string | number

const TOKEN = /\d+(?:\.\d+)?(?:\/\d+)?|\D+/g

const tokensOf = (value: string | number): Token[] =>
  typeof value === 'number'
    ? [value]
    : (value.toLowerCase().match(TOKEN) ?? []).map((token) => (/^\d/.test(token) ? numberOf(token) : token))

function numberOf(token: string): number {
  const [whole, divisor = '1'] = token.split('/')
  return Number(whole) / Math.max(1, Number(divisor))
}

function compareTokens(a: readonly Token[], b: readonly Token[]): number {
  for (const [index, token] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const difference = compare(token, other)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** A number is before a text, as digits are before letters. */
function compare(a: Token, b: Token): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0
  return typeof a === 'number' ? -1 : 1
}
