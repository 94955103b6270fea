import { currentSession } from '#features/accounts/browser-session.ts'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { ProblemError } from '#kit/browser/client.ts'
import { linesText } from '#kit/text/count-text.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { fetchCart, putCart, unknownIn } from '../client.ts'
import { type Cart, type CartChange, type CartLines, isSame, MAXIMUM_CART_LINES } from '../lines.ts'
import { CART_TOAST } from '../texts.ts'
import { changesBetween, joinCarts, rebase, withChanges } from './changed-lines.ts'
import { readUnsaved, writeUnsaved } from './unsaved-changes.ts'
import { readVisitorCart, writeVisitorCart } from './visitor-cart.ts'

/** Several changes in this time are saved together. */
const SAVE_AFTER_MS = 300

/** Lines that were read longer ago are read again before they are replaced: another device may have changed them. */
const FRESH_MS = 5000

const FIRST_RETRY_MS = 2000
const LAST_RETRY_MS = 60_000

/**
 * The cart of the account that is signed in, in this tab. It reads the cart of the shop, joins the visitor's cart to it,
 * and saves each change. `show` is called with each new state until it is closed.
 */
export class AccountCart {
  readonly #email: string
  readonly #show: (cart: Cart) => void
  /** As the shop has them; undefined until they are known. */
  #saved: CartLines | undefined
  /** As this page wants them. */
  #wanted: CartLines
  /** What to change in the lines of the shop as soon as they are known. */
  #early: CartChange[]
  /** The visitor's cart that has joined, and what of it did not fit. */
  #visitor: { lines: CartLines; rest: CartLines }
  #readAtMs = Number.NEGATIVE_INFINITY
  /** Whether a page has shown more of it than the number of lines. */
  #isShown = false
  #failures = 0
  #isFailureTold = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #queue = Promise.resolve()
  readonly #closed = new AbortController()
  readonly #channel = new BroadcastChannel('cart')

  constructor(email: string, show: (cart: Cart) => void) {
    this.#email = email
    this.#show = show
    const { changes, visitor } = readUnsaved(email)
    this.#visitor = visitor
    this.#wanted = withChanges(readVisitorCart(), changes)
    this.#early = [(lines) => withChanges(lines, changes), (lines) => this.#joinVisitor(lines)]
    const { signal } = this.#closed
    document.addEventListener('visibilitychange', () => this.#onVisibilityChange(), { signal })
    window.addEventListener('online', () => this.#exchange(true), { signal })
    this.#channel.onmessage = ({ data }) => {
      if (data.email !== email || !this.#saved) return
      this.#adopt(data.lines)
      this.#update()
    }
    this.#update()
    void this.#exchange(true)
  }

  change(change: CartChange): void {
    if (!this.#saved) this.#early.push(change)
    this.#wanted = change(this.#wanted)
    this.#update()
    this.#keepUnsaved()
    this.#exchangeIn(SAVE_AFTER_MS)
  }

  /** Reads the cart of the shop again, for a page that shows it, and saves what is not saved. Never rejects. */
  refresh(): Promise<void> {
    this.#isShown = true
    return this.#exchange(true)
  }

  /** Ends it without a trace on the page. What could not be saved is kept for the next time that the account signs in. */
  close(): void {
    this.#closed.abort()
    this.#channel.close()
    clearTimeout(this.#timer)
  }

  #isMine(): boolean {
    return !this.#closed.signal.aborted && currentSession()?.email === this.#email
  }

  #isUnsaved(): boolean {
    return !isSame(this.#saved ?? [], this.#wanted)
  }

  #update(): void {
    if (!this.#isMine()) return
    const state = this.#failures > 0 ? 'failed' : this.#saved ? 'ready' : 'loading'
    this.#show({ lines: this.#wanted, state })
  }

  #keepUnsaved(): void {
    const changes = changesBetween(this.#saved ?? [], this.#wanted)
    writeUnsaved(this.#email, { changes, visitor: this.#visitor })
  }

  #onVisibilityChange(): void {
    if (!document.hidden) {
      if (performance.now() - this.#readAtMs > FRESH_MS) void this.#exchange(true)
    } else if (this.#saved && this.#isUnsaved()) void this.#exchange(false)
  }

  #exchangeIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#exchange(false), ms)
  }

  /** The tabs of a browser take turns, so that only one of them joins the visitor's cart. */
  #exchange(isRead: boolean): Promise<void> {
    const readAndSave = () => this.#readAndSave(isRead)
    // Only secure pages have locks.
    const takeTurn = async () =>
      navigator.locks ? navigator.locks.request('cart', readAndSave) : readAndSave()
    this.#queue = this.#queue.then(takeTurn).then(
      () => this.#onSuccess(),
      (error) => this.#onFailure(error),
    )
    return this.#queue
  }

  async #readAndSave(isRead: boolean): Promise<void> {
    if (!this.#isMine()) return
    clearTimeout(this.#timer)
    if (isRead || performance.now() - this.#readAtMs > FRESH_MS) {
      const lines = await fetchCart()
      if (!this.#isMine()) return
      this.#adopt(lines)
    }
    this.#wanted = this.#joinVisitor(this.#wanted)
    this.#keepUnsaved()
    if (this.#isUnsaved()) await this.#save(this.#wanted)
    if (!this.#isUnsaved()) this.#endJoin()
  }

  async #save(sent: CartLines): Promise<void> {
    try {
      const lines = await putCart(sent)
      this.#saved = sent
      this.#adopt(lines)
      if (this.#isMine()) this.#channel.postMessage({ email: this.#email, lines })
    } catch (error) {
      const unknown = unknownIn(error, sent)
      if (!unknown) throw error
      this.#wanted = this.#wanted.filter(({ productId }) => !unknown.has(productId))
      notify.error(accountCartTexts.unknown(unknown.size))
    }
    this.#keepUnsaved()
  }

  /** Takes over the lines that the shop has now; what this page has changed meanwhile stays changed. */
  #adopt(lines: CartLines): void {
    if (this.#saved) this.#wanted = rebase(this.#wanted, this.#saved, lines)
    else this.#wanted = this.#early.reduce<CartLines>((now, change) => change(now), lines)
    this.#saved = lines
    this.#readAtMs = performance.now()
  }

  /** Adds the visitor's cart, once. It stays stored until the shop has it. */
  #joinVisitor(lines: CartLines): CartLines {
    const visitor = readVisitorCart()
    if (isSame(visitor, this.#visitor.lines)) return lines
    const { joined, rest } = joinCarts(lines, visitor)
    this.#visitor = { lines: visitor, rest }
    if (rest.length > 0) notify.error(accountCartTexts.tooManyToJoin(rest.length))
    return joined
  }

  #endJoin(): void {
    const { lines, rest } = this.#visitor
    if (isSame(lines, rest) || !isSame(readVisitorCart(), lines)) return
    writeVisitorCart(rest)
    this.#visitor = { lines: rest, rest }
  }

  #onSuccess(): void {
    if (this.#isFailureTold && this.#isMine()) notify.success(accountCartTexts.saved, { id: CART_TOAST })
    this.#isFailureTold = false
    this.#failures = 0
    this.#update()
    if (this.#isMine() && this.#isUnsaved()) this.#exchangeIn(SAVE_AFTER_MS)
  }

  #onFailure(error: unknown): void {
    if (!this.#isMine()) return
    // A page that needs the session says so itself.
    if (error instanceof ProblemError && error.status === 401 && !this.#isUnsaved() && !this.#isShown) return
    if (signOutIfUnauthorized(error)) return
    // Together with those of another device there can be too many lines: only the buyer can choose which to remove.
    const isRefused = error instanceof ProblemError && error.status === 422
    if (!this.#isFailureTold && this.#isUnsaved()) {
      this.#isFailureTold = true
      notify.error(isRefused ? error.detail : accountCartTexts.notSaved, { id: CART_TOAST })
    }
    this.#failures += 1
    this.#update()
    if (isRefused) return
    this.#exchangeIn(Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LAST_RETRY_MS))
  }
}

/** Not in texts.ts, which every page loads. */
const accountCartTexts = {
  notSaved: 'The cart could not be saved. Your lines stay here, and the shop tries again.',
  saved: 'The cart is saved.',
  unknown: (count: number): string =>
    count === 1
      ? 'The shop does not know a part in your cart, so it was removed.'
      : `The shop does not know ${count} parts in your cart, so they were removed.`,
  tooManyToJoin: (count: number): string =>
    `A cart has at most ${MAXIMUM_CART_LINES} lines. Not added, but kept in this browser: ${linesText(count)} from before you signed in.`,
} as const
