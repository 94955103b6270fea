import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const ASK_EVERY_MS = 5

/** Requests an address again and again until stopped, which resolves to the times of the answers in ms, the shortest first. */
export function keepAsking(address: string): { stop(): Promise<number[]> } {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  let stopped = false
  const ask = async (): Promise<void> => {
    while (!stopped) {
      const startedMs = performance.now()
      const sent = get(address, { agent })
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      times.push(performance.now() - startedMs)
      await pause(ASK_EVERY_MS)
    }
  }
  const asking = ask()
  return {
    stop: async () => {
      stopped = true
      await asking
      agent.destroy()
      return times.sort((one, other) => one - other)
    },
  }
}
