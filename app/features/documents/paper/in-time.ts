import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { TaskEndedError } from '#kit/worker/task-worker.ts'
import { documentTexts } from '../texts.ts'

/** What is rendered for somebody who waits. Refused (503) when its process was ended, as one is that takes too long. */
export async function inTime<Rendered>(
  { log }: Pick<Shop, 'log'>,
  kind: string,
  rendering: Promise<Rendered>,
): Promise<Rendered> {
  try {
    return await rendering
  } catch (error) {
    if (!(error instanceof TaskEndedError)) throw error
    log.warn({ err: error, kind }, 'a document could not be rendered in time')
    throw new AppError('unavailable', documentTexts.takesLong, {}, { 'Retry-After': '10' })
  }
}
