import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#kit/server/app-error.ts'
import { texts } from '#kit/texts.ts'
import { LOADED } from './serve-tasks.ts'
import { createTaskLines } from './task-lines.ts'

/**
 * A process for work that would block the other requests of this one for too long. It is no thread: native code, such as a
 * decoder of pictures, cannot be ended in a thread, and its crash would end all.
 */
export interface TaskWorker<Line extends string, Task, Result> {
  /**
   * Runs a task after those of its line that wait, and those of earlier lines; a function is asked for it then. Refused (503)
   * when its line has no free place. Throws `TaskEndedError` when it had to be ended.
   */
  run(line: Line, task: Task | (() => Promise<Task>)): Promise<Result>
  /** Ends the process. Tasks that run or wait, and later ones, throw `TaskEndedError`. */
  close(): Promise<void>
}

interface Options<Line extends string> {
  /** The module of the process, from the root of the project. It calls `serveTasks`. */
  readonly file: string
  /** The lines, the most urgent first, with how many tasks each takes: those of one cannot keep out those of another. */
  readonly places: Readonly<Record<Line, number>>
  /** The longest time of one task, and of loading the code before the first; then the process is replaced. */
  readonly timeoutMs: number
  /** After so long without a task the process ends, so that its memory is free. */
  readonly idleMs: number
  /** After so many tasks the process is replaced, when it does not give back all of its memory. */
  readonly maximumTasks?: number
  /** After a task that leaves more memory than this it is replaced. */
  readonly maximumBytes?: number
  /** Whether it gets as much of the processors as the shop does, and starts a task as soon as the one before is done; true by default. */
  readonly isUrgent?: boolean
}

/** The process took too long for a task, or ended before it was done. */
export class TaskEndedError extends Error {}

/** A result with the memory that the process has then. */
interface Done<Result> {
  readonly result: Result
  readonly bytes: number
}

type Answer<Result> = Done<Result> | { readonly error: Error }

/** A nice value: on busy processors a sixth of what another process gets, so that no task waits for ever. */
const LESS_URGENT = 8

/**
 * After a task that is not urgent its process pauses, so that models that are made one after the other leave most of the
 * processors to other requests: a nice value alone does not, as the shop often waits for a connection for a moment.
 */
const PAUSE_PER_TASK = 4
const LONGEST_PAUSE_MS = 300

/** The old generation of the heap: a document takes about 60 MB. */
const MAXIMUM_HEAP_MB = 192

export function createTaskWorker<Line extends string, Task extends object | string, Result>(
  options: Options<Line>,
): TaskWorker<Line, Task, Result> {
  let worker: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let tasks = 0
  let isClosed = false
  let pausedUntilMs = 0
  const addTask = createTaskLines(options.places)
  const start = (): ChildProcess => {
    const started = startProcess(options.file)
    tasks = 0
    if (options.isUrgent === false && started.pid !== undefined)
      setPriority(started.pid, Math.max(getPriority(), LESS_URGENT))
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }
  const end = async (): Promise<void> => {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    if (ended?.kill('SIGKILL')) await once(ended, 'exit')
  }
  const runNext = async (task: Task): Promise<Result> => {
    if (pausedUntilMs > performance.now()) await pause(pausedUntilMs - performance.now())
    if (isClosed) throw new TaskEndedError('The task came after the end.')
    clearTimeout(idle)
    worker ??= start()
    const startedMs = performance.now()
    try {
      const { result, bytes } = await answerOf<Task, Result>(worker, task, options.timeoutMs)
      tasks += 1
      if (tasks === options.maximumTasks || bytes > (options.maximumBytes ?? Infinity)) await end()
      return result
    } catch (error) {
      await end()
      throw error
    } finally {
      const endedMs = performance.now()
      if (options.isUrgent === false)
        pausedUntilMs = endedMs + Math.min((endedMs - startedMs) * PAUSE_PER_TASK, LONGEST_PAUSE_MS)
      idle = setTimeout(end, options.idleMs).unref()
    }
  }
  return {
    run: (line, task) => {
      const result = addTask(line, async () => runNext(typeof task === 'function' ? await task() : task))
      if (!result) throw new AppError('unavailable', texts.unavailable, {}, { 'Retry-After': '5' })
      return result
    },
    close: () => {
      isClosed = true
      return end()
    },
  }
}

/** What a process needs of the environment. The rest is the shop's, with its secrets: uploaded files are decoded there. */
const NEEDED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'NODE_ENV', 'LD_LIBRARY_PATH'] as const

const neededEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    NEEDED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )

/** The process runs the source, also in a built shop: Node removes the types. It does not keep this process alive. */
function startProcess(file: string): ChildProcess {
  const started = fork(resolve(file), {
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${MAXIMUM_HEAP_MB}`],
    env: neededEnvironment(),
    // Copies bytes and errors as they are, like a thread.
    serialization: 'advanced',
  })
  started.unref()
  started.channel?.unref()
  // Without a listener an error of a process without a task would end this one; `exit` follows.
  started.on('error', () => undefined)
  return started
}

async function answerOf<Task extends object | string, Result>(
  worker: ChildProcess,
  task: Task,
  timeoutMs: number,
): Promise<Done<Result>> {
  const { promise, resolve: answer, reject } = Promise.withResolvers<Answer<Result>>()
  const endWith = (reason: string) => reject(new TaskEndedError(`The task ${reason}.`))
  const timeout = setTimeout(() => endWith(`took over ${timeoutMs} ms`), timeoutMs)
  const fail = (code: number | null, signal: string | null): void =>
    endWith(`ended its process with ${code ?? signal}`)
  const receive = (message: Answer<Result> | typeof LOADED): void => {
    if (message === LOADED) timeout.refresh()
    else answer(message)
  }
  worker.on('message', receive).once('error', reject).once('exit', fail)
  try {
    worker.send(task)
    const answered = await promise
    if ('error' in answered) throw answered.error
    return answered
  } finally {
    clearTimeout(timeout)
    worker.off('message', receive).off('error', reject).off('exit', fail)
  }
}
