import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPolling } from './use-polled.ts'

const page = Object.assign(new EventTarget(), { hidden: false })

function turn(hidden: boolean): void {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

/** A clock whose looks are answered by hand. */
function polling() {
  const looks: { answer(data: string): void; refuse(): void; signal: AbortSignal }[] = []
  const [data, errors]: [string[], unknown[]] = [[], []]
  const clock = startPolling<string>({
    everyMs: 3000,
    load: (signal) =>
      new Promise((answer, reject) => looks.push({ answer, refuse: () => reject(new Error('no')), signal })),
    onData: (news) => data.push(news),
    onError: (error) => errors.push(error),
  })
  return { clock, looks, data, errors }
}

beforeEach(() => {
  page.hidden = false
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the next look waits for the last, however slow it is', async () => {
  const { clock, looks, data } = polling()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(looks).toHaveLength(1)
  looks[0]?.answer('first')
  await vi.advanceTimersByTimeAsync(2999)
  expect(looks).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(looks).toHaveLength(2)
  expect(data).toEqual(['first'])
  clock.stop()
})

test('a failure is told, and looked past', async () => {
  const { clock, looks, errors } = polling()
  await vi.advanceTimersByTimeAsync(3000)
  looks[0]?.refuse()
  await vi.advanceTimersByTimeAsync(3000)
  expect(errors).toHaveLength(1)
  expect(looks).toHaveLength(2)
  clock.stop()
})

test('nobody looks while the page is hidden, and at once when it is seen again', async () => {
  const { clock, looks } = polling()
  turn(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(looks).toHaveLength(0)
  turn(false)
  expect(looks).toHaveLength(1)
  clock.stop()
})

test('an answer that is older than a change made here is given up', async () => {
  const { clock, looks, data } = polling()
  await vi.advanceTimersByTimeAsync(3000)
  clock.startOver()
  expect(looks[0]?.signal.aborted).toBe(true)
  looks[0]?.answer('stale')
  await vi.advanceTimersByTimeAsync(3000)
  looks[1]?.answer('fresh')
  await vi.advanceTimersByTimeAsync(0)
  expect(data).toEqual(['fresh'])
  clock.stop()
})

test('after the end nothing is asked or told', async () => {
  const { clock, looks, data } = polling()
  await vi.advanceTimersByTimeAsync(3000)
  clock.stop()
  looks[0]?.answer('late')
  await vi.advanceTimersByTimeAsync(10_000)
  turn(false)
  expect(looks).toHaveLength(1)
  expect(data).toEqual([])
})
