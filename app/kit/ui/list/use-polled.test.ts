import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPolling } from './use-polled.ts'

const page = Object.assign(new EventTarget(), { hidden: false })

function setHidden(hidden: boolean): void {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

/** Polling with requests that the test resolves. */
function polling() {
  const requests: { answer(data: string): void; refuse(): void; signal: AbortSignal }[] = []
  const [data, errors]: [string[], unknown[]] = [[], []]
  const poller = startPolling<string>({
    everyMs: 3000,
    load: (signal) =>
      new Promise((answer, reject) =>
        requests.push({ answer, refuse: () => reject(new Error('no')), signal }),
      ),
    onData: (news) => data.push(news),
    onError: (error) => errors.push(error),
  })
  return { poller, requests, data, errors }
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

// spec: get-orders
test('the next request waits for a slow response', async () => {
  const { poller, requests, data } = polling()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requests).toHaveLength(1)
  requests[0]?.answer('first')
  await vi.advanceTimersByTimeAsync(2999)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toHaveLength(2)
  expect(data).toEqual(['first'])
  poller.stop()
})

test('a failure is reported, and polling continues', async () => {
  const { poller, requests, errors } = polling()
  await vi.advanceTimersByTimeAsync(3000)
  requests[0]?.refuse()
  await vi.advanceTimersByTimeAsync(3000)
  expect(errors).toHaveLength(1)
  expect(requests).toHaveLength(2)
  poller.stop()
})

test('a hidden page does not poll, and polls immediately when it is visible again', async () => {
  const { poller, requests } = polling()
  setHidden(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(requests).toHaveLength(0)
  setHidden(false)
  expect(requests).toHaveLength(1)
  poller.stop()
})

test('a response older than a local change is ignored', async () => {
  const { poller, requests, data } = polling()
  await vi.advanceTimersByTimeAsync(3000)
  poller.startOver()
  expect(requests[0]?.signal.aborted).toBe(true)
  requests[0]?.answer('stale')
  await vi.advanceTimersByTimeAsync(3000)
  requests[1]?.answer('fresh')
  await vi.advanceTimersByTimeAsync(0)
  expect(data).toEqual(['fresh'])
  poller.stop()
})

test('after stop there are no requests and no callbacks', async () => {
  const { poller, requests, data } = polling()
  await vi.advanceTimersByTimeAsync(3000)
  poller.stop()
  requests[0]?.answer('late')
  await vi.advanceTimersByTimeAsync(10_000)
  setHidden(false)
  expect(requests).toHaveLength(1)
  expect(data).toEqual([])
})
