import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const ASK_EVERY_MS = 5

interface Repeated {
  /** Resolves to the durations in ms, the shortest first. */
  stop(): Promise<number[]>
}

/** Does something again and again, with pauses, until stopped. */
export function keepDoing(act: () => Promise<unknown>, pauseMs: number): Repeated {
  const times: number[] = []
  let stopped = false
  const repeat = async (): Promise<void> => {
    while (!stopped) {
      const startedMs = performance.now()
      await act()
      times.push(performance.now() - startedMs)
      await pause(pauseMs)
    }
  }
  const repeating = repeat()
  return {
    stop: async () => {
      stopped = true
      await repeating
      return times.sort((one, other) => one - other)
    },
  }
}

/** Requests an address until stopped. */
export function keepAsking(address: string): Repeated {
  const agent = new Agent({ keepAlive: true })
  const asking = keepDoing(async () => {
    const [answer] = (await once(get(address, { agent }), 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
  }, ASK_EVERY_MS)
  return { stop: () => asking.stop().finally(() => agent.destroy()) }
}
