import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError } from '#kit/server/problem.ts'
import { texts } from '#kit/texts.ts'

/** A thread for work that would block the other requests of this process for too long. */
export interface TaskWorker<Task> {
  /** Runs a task after those before it. Refused (503) when too many wait. */
  run(task: Task): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

interface Options {
  /** The module of the thread, from the root of the project. It calls `serveTasks`. */
  readonly file: string
  readonly maximumWaiting: number
  /** The longest time of one task; then the thread is replaced. */
  readonly timeoutMs: number
  /** After so long without a task the thread ends, so that its memory is free. */
  readonly idleMs: number
}

type Answer = { readonly result: Uint8Array<ArrayBuffer> } | { readonly error: Error }

/** The old generation of the thread's heap: a document takes about 60 MB. */
const MAXIMUM_HEAP_MB = 192

export function createTaskWorker<Task>(options: Options): TaskWorker<Task> {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const start = (): Worker => {
    const thread = startThread(options.file)
    thread.once('exit', () => {
      if (worker === thread) worker = undefined
    })
    return thread
  }
  const end = async (): Promise<void> => {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }
  const runNext = async (task: Task): Promise<Uint8Array<ArrayBuffer>> => {
    clearTimeout(idle)
    worker ??= start()
    try {
      return await answerOf(worker, task, options.timeoutMs)
    } catch (error) {
      await end()
      throw error
    } finally {
      idle = setTimeout(end, options.idleMs).unref()
    }
  }
  return {
    run: (task) => {
      if (waiting >= options.maximumWaiting)
        throw new AppError('unavailable', texts.unavailable, {}, { 'Retry-After': '5' })
      waiting += 1
      const result = last.then(() => runNext(task)).finally(() => (waiting -= 1))
      last = result.catch(() => undefined)
      return result
    },
    close: end,
  }
}

/** The thread runs the source, also in a built shop: Node removes the types. It does not keep the process alive. */
function startThread(file: string): Worker {
  const worker = new Worker(resolve(file), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: MAXIMUM_HEAP_MB },
  })
  worker.unref()
  // Without a listener an error of a thread without a task would end the process; `exit` follows.
  worker.on('error', () => undefined)
  return worker
}

async function answerOf<Task>(
  worker: Worker,
  task: Task,
  timeoutMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve: answer, reject } = Promise.withResolvers<Answer>()
  const timeout = setTimeout(() => reject(new Error(`The thread took over ${timeoutMs} ms.`)), timeoutMs)
  const fail = (code: number): void => reject(new Error(`The thread ended with the code ${code}.`))
  worker.once('message', answer).once('error', reject).once('exit', fail)
  try {
    worker.postMessage(task)
    const answered = await promise
    if ('error' in answered) throw answered.error
    return answered.result
  } finally {
    clearTimeout(timeout)
    worker.off('message', answer).off('error', reject).off('exit', fail)
  }
}
