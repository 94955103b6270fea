import { byPart, type CartLine, type CartLines, cartLine, MAXIMUM_CART_LINES } from '../lines.ts'

/** A visitor's cart, in local storage: `{"version":1,"lines":[{"productId":"…","quantity":100}]}`. All tabs share it. */
const KEY = 'cart'

const VERSION = 1

/** A longer text is none of ours: 200 lines have at most 20,000 characters, and 60,000 of their buyer's words. */
const LONGEST = 150_000

/** The lines of this tab while the browser keeps nothing: its storage is full or forbidden. */
let unkept: CartLines | undefined

/** The lines; none when what is stored cannot be read. */
export function readVisitorCart(): CartLines {
  if (unkept) return unkept
  try {
    const text = localStorage.getItem(KEY) ?? ''
    return text.length > LONGEST ? [] : readLines(JSON.parse(text))
  } catch {
    return []
  }
}

/** Stores the lines. False when the browser does not keep them, so that they last only until the tab is closed. */
export function writeVisitorCart(lines: CartLines): boolean {
  try {
    if (lines.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify({ version: VERSION, lines }))
    unkept = undefined
    return true
  } catch {
    unkept = lines
    return lines.length === 0
  }
}

/** Calls `listener` when another tab has changed the cart. */
export function subscribeVisitorCart(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) listener()
  })
}

function readLines(stored: { version?: unknown; lines?: unknown }): CartLine[] {
  if (stored.version !== VERSION || !Array.isArray(stored.lines)) return []
  const lines = byPart(stored.lines.filter(isLine).map(cartLine))
  return [...lines.values()].slice(0, MAXIMUM_CART_LINES)
}

/** Whether it is a line as this version of the shop stores it. */
export const isLine = (line: Partial<CartLine> | null): line is CartLine =>
  typeof line?.productId === 'string' &&
  Number.isSafeInteger(line.quantity) &&
  Number(line.quantity) >= 0 &&
  [line.own, line.note].every((text = '') => typeof text === 'string')
