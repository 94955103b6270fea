import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProblemError } from '#kit/browser/client.ts'
import type { Quote } from './schema.ts'
import { type QuoteState, startQuoting } from './use-quote.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const quoteOf = (...given: string[]): Quote => ({
  lines: given.map((text) => ({ given: text, problem: 'unknown' })),
  totalPrice: 0,
  orderable: false,
})

/** Records what is asked; `answer` ends the oldest question. */
function setUp() {
  const asked: string[] = []
  const pending: { resolve(quote: Quote): void; reject(error: Error): void }[] = []
  let state: QuoteState = { isAsking: false }
  const quoting = startQuoting(
    (body) => {
      asked.push(body)
      return new Promise((resolve, reject) => pending.push({ resolve, reject }))
    },
    (change) => {
      state = { ...state, ...change }
    },
  )
  const end = async (how: (question: (typeof pending)[number]) => void) => {
    const question = pending.shift()
    if (question) how(question)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { quoting, asked, end, state: () => state }
}

test('asks once after a pause, about the latest list', async () => {
  const { quoting, asked, end, state } = setUp()
  quoting.want('a')
  await vi.advanceTimersByTimeAsync(300)
  quoting.want('b')
  await vi.advanceTimersByTimeAsync(300)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect([asked, state().isAsking]).toEqual([['b'], true])
  await end(({ resolve }) => resolve(quoteOf('b')))
  expect(state()).toEqual({ quote: quoteOf('b'), answered: 'b', error: undefined, isAsking: false })
})

test('asks about what changed during a question when that has ended, and only then', async () => {
  const { quoting, asked, end, state } = setUp()
  quoting.want('a', true)
  await vi.advanceTimersByTimeAsync(0)
  quoting.want('b', true)
  quoting.want('c')
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toEqual(['a'])
  await end(({ resolve }) => resolve(quoteOf('a')))
  expect([asked, state().answered]).toEqual([['a', 'c'], 'a'])
})

test('keeps the last quote when a question fails, and asks again later or by retry', async () => {
  const { quoting, asked, end, state } = setUp()
  quoting.want('a', true)
  await vi.advanceTimersByTimeAsync(0)
  await end(({ resolve }) => resolve(quoteOf('a')))
  quoting.want('b', true)
  await vi.advanceTimersByTimeAsync(0)
  await end(({ reject }) => reject(new Error('offline')))
  expect(state()).toMatchObject({ quote: quoteOf('a'), error: new Error('offline') })
  await vi.advanceTimersByTimeAsync(10_000)
  await end(({ reject }) => reject(new Error('offline')))
  quoting.retry()
  await vi.advanceTimersByTimeAsync(0)
  await end(({ resolve }) => resolve(quoteOf('b')))
  expect([asked, state().error]).toEqual([['a', 'b', 'b', 'b'], undefined])
})

test('has the same objects for lines that say the same', async () => {
  const { quoting, end, state } = setUp()
  quoting.want('a', true)
  await vi.advanceTimersByTimeAsync(0)
  await end(({ resolve }) => resolve(quoteOf('a', 'b')))
  const before = state().quote
  quoting.want('b', true)
  await vi.advanceTimersByTimeAsync(0)
  await end(({ resolve }) => resolve(quoteOf('c', 'b')))
  expect(state().quote?.lines[1]).toBe(before?.lines[1])
  expect(state().quote?.lines[0]).not.toBe(before?.lines[0])
})

test('asks nothing without a list, or after it has stopped', async () => {
  const { quoting, asked } = setUp()
  quoting.want('a')
  quoting.want(undefined)
  await vi.advanceTimersByTimeAsync(1000)
  quoting.want('a')
  quoting.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([])
})

test('a refused question is asked again only when it changes', async () => {
  const { quoting, asked, end, state } = setUp()
  quoting.want('a', true)
  await vi.advanceTimersByTimeAsync(0)
  await end(({ reject }) => reject(new ProblemError(422, 'invalid', 'No such VAT ID.')))
  expect(state()).toMatchObject({ failed: 'a', isAsking: false })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual(['a'])
  quoting.want('b', true)
  await vi.advanceTimersByTimeAsync(0)
  await end(({ resolve }) => resolve(quoteOf('b')))
  expect(state()).toMatchObject({ answered: 'b', failed: undefined, error: undefined })
})
