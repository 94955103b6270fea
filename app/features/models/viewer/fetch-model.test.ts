import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchModel, type LoadingState, loadFrom } from './fetch-model.ts'

const PATH = '/api/part/X/model.glb'

let states: LoadingState[]
const onState = (state: LoadingState): void => {
  states.push(state)
}

beforeEach(() => {
  states = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers each request by the next of these; the last one again and again. */
function answerBy(...answers: readonly (() => Response)[]) {
  let count = 0
  const answer = vi.fn(async (_path: string, _init: RequestInit) => {
    const made = answers[Math.min(count++, answers.length - 1)]?.()
    if (!made) throw new TypeError('Failed to fetch')
    return made
  })
  vi.stubGlobal('fetch', answer)
  return answer
}

const file = (headers: Record<string, string>) => () =>
  new Response(
    new ReadableStream({
      start(stream) {
        for (const part of [[1, 2], [3]]) stream.enqueue(Uint8Array.from(part))
        stream.close()
      },
    }),
    { headers },
  )

const busy = () =>
  Response.json({ code: 'unavailable', detail: 'Busy.' }, { status: 503, headers: { 'Retry-After': '7' } })

const fetched = (signal = new AbortController().signal) => fetchModel(loadFrom(PATH), signal, onState)

test('tells how much of the length is there', async () => {
  answerBy(file({ 'Content-Length': '3' }))
  expect([...new Uint8Array(await fetched())]).toEqual([1, 2, 3])
  expect(states).toEqual([
    { step: 'loading', received: 0 },
    { step: 'loading', received: 2, total: 3 },
    { step: 'loading', received: 3, total: 3 },
  ])
})

test.each<Record<string, string>>([
  {},
  { 'Content-Length': '2', 'Content-Encoding': 'br' },
  { 'Content-Length': '1' },
])('tells no length that is not that of the file: %j', async (headers) => {
  answerBy(file(headers))
  expect((await fetched()).byteLength).toBe(3)
  expect(states.filter((state) => 'total' in state)).toEqual([])
})

test('asks again after the time that the shop says, while it makes the model', async () => {
  const answer = answerBy(busy, file({}))
  const loading = fetched()
  await vi.advanceTimersByTimeAsync(6_900)
  expect(answer).toHaveBeenCalledTimes(1)
  expect(states.at(-1)).toEqual({ step: 'making', seconds: 7 })
  await vi.advanceTimersByTimeAsync(100)
  expect((await loading).byteLength).toBe(3)
  expect(answer).toHaveBeenCalledTimes(2)
})

test('asks again three times at most', async () => {
  const answer = answerBy(busy)
  const refused = expect(fetched()).rejects.toMatchObject({ code: 'unavailable', detail: 'Busy.' })
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  expect(answer).toHaveBeenCalledTimes(4)
})

test('says why there is no model, without asking again', async () => {
  const answer = answerBy(() => Response.json({ code: 'no_model', detail: 'No table.' }, { status: 404 }))
  await expect(fetched()).rejects.toMatchObject({ status: 404, code: 'no_model', detail: 'No table.' })
  expect(answer).toHaveBeenCalledTimes(1)
})

test('says that there is no connection', async () => {
  answerBy()
  await expect(fetched()).rejects.toMatchObject({ code: 'offline' })
})

test('stops waiting when it is ended', async () => {
  const answer = answerBy(busy)
  const ending = new AbortController()
  const ended = expect(fetched(ending.signal)).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(1_000)
  ending.abort()
  await ended
  await vi.advanceTimersByTimeAsync(60_000)
  expect(answer).toHaveBeenCalledTimes(1)
})
