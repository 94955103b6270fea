import { AsyncLocalStorage } from 'node:async_hooks'
import pino, { type DestinationStream, type Logger } from 'pino'
import { createLineOutput } from '#kit/log/line-output.ts'

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

const STANDARD_OUTPUT = 1

let standardOutput: DestinationStream | undefined

/** One for all logs of the process: it writes the last lines when the process exits. */
const toStandardOutput = (): DestinationStream => {
  standardOutput ??= createLineOutput(STANDARD_OUTPUT)
  return standardOutput
}

/** Structured logs, on standard output by default. Fields that could be a secret are removed. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    // A copy for each line: pino adds the line's fields to it.
    mixin: () => ({ ...request.getStore() }),
    serializers: { err: describeError },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), remove: true },
  }
  return pino(options, destination ?? toStandardOutput())
}

/** Runs `work` so that every line logged in it, also after an `await`, has the id of the request. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result =>
  request.run({ requestId }, work)

/** The fields of an error to log. Other properties may have rows, addresses or whole responses of providers. */
function describeError(error: Error): object {
  const { type, message, code, stack } = pino.stdSerializers.err(error)
  return { type, message, code, stack }
}
