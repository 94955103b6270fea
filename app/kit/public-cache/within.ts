import { NoAnswerError } from '#kit/db/errors.ts'

/** Rejects with a `NoAnswerError` when the work takes longer. What it does then is not waited for. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new NoAnswerError(`no answer after ${Math.round(ms)} ms`)), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
