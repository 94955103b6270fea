import { Hono } from 'hono'
import { expect } from 'vitest'
import { createLog } from '#kit/log.ts'
import { answerError, installRequestBasics, type RequestEnv } from '#kit/server/router.ts'

/** The error of work that shall fail; undefined when it does not. */
export const errorOf = (work: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .then(
      () => undefined,
      (error: unknown) => error,
    )

/** Status, `Retry-After` and code of a call whose work fails with it. */
export async function answerTo(error: unknown) {
  expect(error).toBeInstanceOf(Error)
  const app = new Hono<RequestEnv>()
  installRequestBasics(app, createLog('silent'))
  app.onError(answerError)
  app.get('/', () => {
    throw error
  })
  const response = await app.request('/')
  return [response.status, response.headers.get('retry-after'), (await response.json()).code]
}

export const UNAVAILABLE = [503, '5', 'unavailable']
export const INTERNAL = [500, null, 'internal']
