import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isDatabaseUnavailable } from '#kit/db/errors.ts'
import { newId } from '#kit/id.ts'
import { databaseWorks, reportRefusal } from '#kit/log/report-failure.ts'
import { type Log, withRequestId } from '#kit/log.ts'
import type { FieldError } from '#kit/problem.ts'
import { texts } from '#kit/texts.ts'
import { AppError, respondProblem } from './app-error.ts'
import { limitBody, USUAL_BODY } from './limit-body.ts'
import { loggedPath } from './logged-path.ts'

/** Nearly all of its calls read the database. */
const API = '/api/'

const REQUEST_ID = /^[\w-]{8,64}$/

// The messages for fields that define no message.
z.config({
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined
    return issue.path?.length
      ? 'This is missing or of another kind than it has to be.'
      : 'The body has to be a JSON object.'
  },
})

/** The variables in the context of every call. */
export interface RequestEnv {
  Variables: { requestId: string; log: Log }
}

/**
 * A router that validates requests before its handlers run, and refuses invalid ones with an error for each field. Its calls have
 * the `tag` unless they say others.
 */
export function createRouter<Env extends RequestEnv = RequestEnv>(tag?: string): OpenAPIHono<Env> {
  const router = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (!result.success) throw invalid(result.error.issues)
    },
  })
  const { openapi } = router
  const withTag = (route: RouteConfig, ...handlers: never[]) =>
    (openapi as (...all: unknown[]) => unknown)({ ...(tag && { tags: [tag] }), ...route }, ...handlers)
  router.openapi = withTag as typeof openapi
  return router
}

export { z }

/** The refusal of a body or query with invalid fields, with an error for each. */
export function invalid(issues: readonly z.core.$ZodIssue[]): AppError {
  const errors: FieldError[] = issues
    .slice(0, 20)
    .map((issue) => ({ pointer: ['#', ...issue.path.map(String)].join('/'), detail: issue.message }))
  const first = errors[0]
  return new AppError('invalid', first?.detail ?? 'Some fields are not valid.', { errors })
}

/**
 * Adds an id and a log line to each request, and limits its body. The calls at the paths that are or match one of
 * `largeBodies` limit theirs themselves, after their guard.
 */
export function installRequestBasics(
  app: Hono<RequestEnv>,
  log: Log,
  largeBodies: readonly (string | RegExp)[] = [],
): void {
  const limitUsual = limitBody(USUAL_BODY)
  const hasOwnLimit = (path: string): boolean =>
    largeBodies.some((each) => (typeof each === 'string' ? each === path : each.test(path)))
  app.use(async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given && REQUEST_ID.test(given) ? given : newId()
    c.set('requestId', requestId)
    c.set('log', log)
    const startedMs = performance.now()
    await withRequestId(requestId, async () => {
      await next()
      c.res.headers.set('X-Request-Id', requestId)
      if (c.res.status < 500 && c.req.path.startsWith(API)) databaseWorks(log)
      const ms = Math.round(performance.now() - startedMs)
      log.debug({ method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, ms }, 'request')
    })
  })
  app.use((c, next) => (hasOwnLimit(c.req.path) ? next() : limitUsual(c, next)))
  app.use(async (c, next) => {
    refuseNul(c)
    await next()
  })
}

/** No address of the shop contains a NUL character, which PostgreSQL rejects. */
function refuseNul(c: Context): void {
  if (/%00/.test(c.req.url))
    throw new AppError('invalid', 'The address holds a character that none can have.')
}

/** Refusals that may be signs of an attack: not signed in, not allowed, too many requests. */
const LOGGED_STATUSES = new Set([401, 403, 429])

const describeRefusal = (c: Context, { code }: AppError): object => ({
  code,
  method: c.req.method,
  path: loggedPath(c.req.path),
})

/** Turns an error into a refusal; a bug is logged in full and answered without internal details. */
export function answerError(error: Error, c: Context<RequestEnv>): Response {
  const log = c.get('log')
  if (error instanceof AppError) {
    if (log) reportRefusal(log, error)
    if (LOGGED_STATUSES.has(error.status)) log?.info(describeRefusal(c, error), 'refused')
    return respondProblem(c, error)
  }
  if (error instanceof HTTPException) return respondProblem(c, fromHttpException(error))
  // The caller has disconnected and does not read the response.
  if (isCallerDisconnected(error, c))
    return respondProblem(c, new AppError('bad_request', 'The request was cut off.'))
  if (isDatabaseUnavailable(error)) {
    if (log) reportRefusal(log, error)
    return respondProblem(c, new AppError('unavailable', texts.unavailable, {}, { 'Retry-After': '5' }))
  }
  const requestId = c.get('requestId')
  log?.error({ err: error }, 'a request failed')
  return respondProblem(
    c,
    new AppError('internal', 'Something went wrong on our side. Try again; nothing was changed.', {
      requestId,
    }),
  )
}

/** Whether the caller disconnected while the body was read: Node reports that like a lost database connection. */
const isCallerDisconnected = (error: Error, c: Context): boolean =>
  c.req.raw.signal.aborted && /^(aborted|Client connection prematurely closed\.)$/.test(error.message)

function fromHttpException(error: HTTPException): AppError {
  if (error.status === 400) return new AppError('not_json', 'The body has to be valid JSON.')
  if (error.status === 415)
    return new AppError('unsupported_media_type', 'Send the body as application/json.')
  if (error.status === 413)
    return new AppError('too_large', `The request is larger than ${USUAL_BODY.size}. Send less at once.`)
  return new AppError('bad_request', 'The request could not be understood.')
}

/** Refuses unknown calls: 405 with the methods of the path, else 404. */
export function unknownCall(served: readonly { method: string; path: string }[]) {
  const patterns = served.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/[.+*]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  return (c: Context): Response => {
    const methods = patterns.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method)
    if (methods.length === 0) return respondProblem(c, new AppError('not_found', 'There is no such call.'))
    const allow = [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].join(', ')
    return respondProblem(
      c,
      new AppError('method_not_allowed', `This call takes ${allow}.`, {}, { Allow: allow }),
    )
  }
}

/** Refuses requests without a route: 404, or 405 for other methods than GET and HEAD. */
export function unknownAddress(c: Context): Response {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') {
    return respondProblem(c, new AppError('not_found', 'There is nothing at this address.'))
  }
  const detail = 'This address can only be read.'
  return respondProblem(c, new AppError('method_not_allowed', detail, {}, { Allow: 'GET, HEAD' }))
}
