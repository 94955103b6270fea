import { afterEach, expect, test, vi } from 'vitest'
import { fieldErrors, ProblemError, postJson, problemText } from './client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function answerWith(status: number, body: string): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
}

async function refusalOf(call: Promise<unknown>): Promise<ProblemError> {
  const error = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof ProblemError)) throw new Error('the call was not refused')
  return error
}

test('a refusal keeps its code, its message and its field errors', async () => {
  const errors = [{ pointer: '#/phone', detail: 'The phone number is required.' }]
  answerWith(422, JSON.stringify({ status: 422, code: 'too_few', detail: 'Too few.', minimum: 100, errors }))
  const refusal = await refusalOf(postJson('/api/sample', {}))
  expect(refusal).toMatchObject({ status: 422, code: 'too_few', detail: 'Too few.' })
  expect(refusal.extras.minimum).toBe(100)
  expect(fieldErrors(refusal)).toEqual({ phone: 'The phone number is required.' })
  expect(problemText(refusal)).toBe('Too few.')
})

test('a response that is not a problem document still has a message for the visitor', async () => {
  answerWith(502, '<html>Bad gateway</html>')
  expect(await refusalOf(postJson('/api/sample', {}))).toMatchObject({ status: 502, code: 'unknown' })
})

test.each([
  [false, /could not be reached/],
  [true, /^Something went wrong/],
])(
  'the error of a page that could not be loaded names the connection when the browser has none (%s)',
  (onLine, text) => {
    vi.stubGlobal('navigator', { onLine })
    expect(problemText(new TypeError('Failed to fetch'))).toMatch(text)
  },
)

// spec: other-failures
test('a lost connection is an offline problem, not a refusal', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed')
  })
  const refusal = await refusalOf(postJson('/api/sample', {}))
  expect(refusal).toMatchObject({ status: 0, code: 'offline' })
  expect(refusal.detail).toMatch(/could not be reached/)
})
