import pino, { type Logger } from 'pino'

export type Log = Logger

/** Structured logs on standard output. What could be a secret is cut out wherever it would stand. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    redact: {
      paths: [
        'password',
        'newPassword',
        'token',
        'accessToken',
        'authorization',
        'cookie',
        'clientSecret',
        '*.password',
        '*.newPassword',
        '*.token',
        '*.accessToken',
        '*.authorization',
        '*.cookie',
        '*.clientSecret',
      ],
      remove: true,
    },
  })
}
