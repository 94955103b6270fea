import { type Outage, outagesOf } from '#kit/log/outage.ts'
import type { Log } from '#kit/log.ts'
import { AppError } from '#kit/server/app-error.ts'
import { texts } from '#kit/texts.ts'
import { FileFault, type FileStore } from './file-store.ts'
import { createStoreGate, TooManyWaiting } from './store-gate.ts'

const STORE: Outage = {
  name: 'store of files',
  begins: 'the store of files does not answer as it should',
  ends: 'the store of files answers again',
}

/** Asks again soon. */
const HEADERS = { 'Retry-After': '5' }

/** Refuses for a file, or for the store of it. */
export const unavailable = (away?: { readonly outage: Outage; readonly cause: unknown }): AppError =>
  new AppError('unavailable', texts.unavailable, {}, HEADERS, away)

/**
 * The store, which is asked by some at once only, says in the log when it does not answer, and then rejects with a refusal. The
 * log says it here, and not only for who asks: nobody reports a download that breaks off. What is wrong with one file is no
 * outage.
 */
export function watchedStore(store: FileStore, log: Log): FileStore & { isAway(): boolean } {
  const gate = createStoreGate()
  let isAway = false
  const answers = (): void => {
    isAway = false
    outagesOf(log).worked(STORE.name)
  }
  const ask = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await gate.pass(request)
      answers()
      return result
    } catch (error) {
      if (error instanceof FileFault) {
        answers()
        throw error
      }
      if (error instanceof TooManyWaiting) throw unavailable()
      isAway = true
      outagesOf(log).failed({ outage: STORE, error, what: 'calls of the store' })
      throw unavailable({ outage: STORE, cause: error })
    }
  }
  return {
    put: (...given) => ask(() => store.put(...given)),
    get: (...given) => ask(() => store.get(...given)),
    has: (...given) => ask(() => store.has(...given)),
    delete: (...given) => ask(() => store.delete(...given)),
    list: async function* (...given) {
      const pages = store.list(...given)[Symbol.asyncIterator]()
      const next = () => ask(() => pages.next())
      for (let page = await next(); !page.done; page = await next()) yield page.value
    },
    isAway: () => isAway,
  }
}
