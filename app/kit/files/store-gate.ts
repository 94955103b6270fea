import { FileFault } from './file-store.ts'

/** How many requests of this process are on their way at once: more would hold memory and sockets while the store is slow. */
const AT_ONCE = 32

/** How many more wait for their turn: each holds the request of a caller, and what it is to store. */
const WAITING = 256

/** How long nobody asks a store that hangs. */
const REFUSED_MS = 5000

/** Lets requests to the store pass, and refuses them at once while it hangs. */
interface StoreGate {
  pass<Result>(request: () => Promise<Result>): Promise<Result>
}

/**
 * The store hangs when a request has timed out and none was answered while it waited. Then those that wait and that come are refused for
 * some seconds, instead of waiting as long in vain; after that a single one asks whether it answers again. Only a file, or that there is
 * none, is an answer.
 */
export function createStoreGate(): StoreGate {
  const waiting: PromiseWithResolvers<void>[] = []
  let running = 0
  let answeredMs = 0
  let hangsUntilMs: number | undefined
  let isAsking = false

  /** Whether the one that enters asks whether the store answers again. */
  const enter = async (): Promise<boolean> => {
    if (hangsUntilMs !== undefined) {
      if (isAsking || performance.now() < hangsUntilMs) throw hangs()
      isAsking = true
    } else if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw new TooManyWaiting()
      const turn = Promise.withResolvers<void>()
      waiting.push(turn)
      await turn.promise
      return false
    }
    running += 1
    return hangsUntilMs !== undefined
  }

  /** The next one has the place of this one. */
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next.resolve()
    else running -= 1
  }

  const ended = ({ isAsker, startedMs }: { isAsker: boolean; startedMs: number }, error?: unknown): void => {
    if (isAsker) isAsking = false
    if (error === undefined || error instanceof FileFault) {
      hangsUntilMs = undefined
      answeredMs = performance.now()
    } else if (isAsker || (isTimeout(error) && answeredMs <= startedMs)) {
      hangsUntilMs = performance.now() + REFUSED_MS
      for (const turn of waiting.splice(0)) turn.reject(hangs())
    }
  }

  return {
    pass: async (request) => {
      const isAsker = await enter()
      const started = { isAsker, startedMs: performance.now() }
      try {
        const result = await request()
        ended(started)
        return result
      } catch (error) {
        ended(started, error)
        throw error
      } finally {
        leave()
      }
    },
  }
}

/** The store may be well: nothing is known of it. */
export class TooManyWaiting extends Error {}

const hangs = (): Error => new Error('the store of files hangs, so it is not asked for some seconds')

/** Of a request as a whole, or of its connection. */
function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return name === 'TimeoutError' || cause?.code === 'UND_ERR_CONNECT_TIMEOUT'
}
