import { AsyncLocalStorage } from 'node:async_hooks'
import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

const SECRETS = [
  'password',
  'newPassword',
  'token',
  'accessToken',
  'authorization',
  'cookie',
  'clientSecret',
  'client_secret',
]

const request = new AsyncLocalStorage<{ readonly requestId: string }>()

/**
 * Structured logs, on standard output unless told otherwise. Nobody waits for a line to be written: lines that come
 * meanwhile are written together, and at the exit of the process pino writes what is left. What could be a secret is cut
 * out wherever it would stand.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    // A copy each time: pino adds the line's own fields to it.
    mixin: () => ({ ...request.getStore() }),
    serializers: { err: describeError },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), remove: true },
  }
  return pino(options, destination ?? pino.destination({ sync: false }))
}

/** Every line that the work logs, and whatever it calls and awaits, carries the request's id. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result =>
  request.run({ requestId }, work)

/** What helps to mend an error. What libraries hang on theirs stays out: rows, addresses and whole answers of providers are among it. */
function describeError(error: Error): object {
  const { type, message, code, stack } = pino.stdSerializers.err(error)
  return { type, message, code, stack }
}
