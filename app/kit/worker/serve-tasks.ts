import { writeFileSync } from 'node:fs'

/** What a process says when it has loaded its code and begins with the tasks. */
export const LOADED = 'loaded'

/** Runs the tasks of a `TaskWorker`, in its process. */
export function serveTasks<Task, Result>(run: (task: Task) => Promise<Result>): void {
  endBeforeOthers()
  process.on('disconnect', () => process.exit())
  // A terminal sends these to all processes, while the shop still finishes its requests; then it disconnects.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined)
  process.on('message', async (task: Task) => {
    try {
      send({ result: await run(task), bytes: process.memoryUsage.rss() })
    } catch (error) {
      send({ error })
    }
  })
  send(LOADED)
}

/** The shop may have ended meanwhile: then nobody is left to be told, and `disconnect` ends this process. */
function send(message: unknown): void {
  process.send?.(message, undefined, {}, () => undefined)
}

/** When the machine has no memory left, Linux ends this process and not the shop. Other systems have no such file. */
function endBeforeOthers(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // As on other systems, the machine decides.
  }
}
