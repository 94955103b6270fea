import type { MiddlewareHandler } from 'hono'
import { texts } from '#kit/texts.ts'
import { AppError } from './app-error.ts'

/** Refuses (503) more calls of one kind at once in this process, before their bodies are read. */
export function limitAtOnce(most: number): MiddlewareHandler {
  let running = 0
  return async (_c, next) => {
    if (running >= most) throw new AppError('unavailable', texts.unavailable, {}, { 'Retry-After': '5' })
    running += 1
    try {
      await next()
    } finally {
      running -= 1
    }
  }
}
