const TOKEN = /\d+(?:\.\d+)?(?:\/\d+)?|\D+/g

/** Compares texts with the numbers in them as numbers: M5 before M10, M2 before M2.5, G1/8 before G1/4. */
export function compareNaturally(a: string, b: string): number {
  const [left, right] = [tokensOf(a), tokensOf(b)]
  for (const [index, token] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const difference =
      typeof token === 'number' && typeof other === 'number'
        ? token - other
        : compareTexts(String(token), String(other))
    if (difference !== 0) return difference
  }
  return left.length - right.length || compareTexts(a, b)
}

const tokensOf = (text: string): (string | number)[] =>
  (text.toLowerCase().match(TOKEN) ?? []).map((token) => (/^\d/.test(token) ? numberOf(token) : token))

function numberOf(token: string): number {
  const [whole, divisor = '1'] = token.split('/')
  return Number(whole) / Math.max(1, Number(divisor))
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
