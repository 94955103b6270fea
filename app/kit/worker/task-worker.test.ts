import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createTaskWorker, TaskEndedError } from './task-worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'shop-worker-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'worker.ts')
writeFileSync(
  file,
  `import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { serveTasks } from ${JSON.stringify(resolve('app/kit/worker/serve-tasks.ts'))}
serveTasks(async (task: string) => {
  if (task === 'fail') throw new Error('failed')
  if (task === 'exit') process.exit(3)
  if (task === 'hang') for (;;);
  if (task === 'crash') process.abort()
  // Like a decoder, code that is not JavaScript and cannot be interrupted.
  if (task === 'native') await promisify(pbkdf2)('x', 'x', 2 ** 31 - 1, 64, 'sha512')
  return { pid: process.pid, bytes: new Uint8Array(task.length) }
})
`,
)

const slowFile = join(folder, 'slow-worker.ts')
writeFileSync(
  slowFile,
  `import { setTimeout } from 'node:timers/promises'
import { serveTasks } from ${JSON.stringify(resolve('app/kit/worker/serve-tasks.ts'))}
await setTimeout(4000)
serveTasks(async () => {
  await setTimeout(4000)
  return { pid: process.pid, bytes: new Uint8Array() }
})
`,
)

const open = (options = {}) =>
  createTaskWorker<'first' | 'others', string, { pid: number; bytes: Uint8Array }>({
    file,
    places: { first: 2, others: 3 },
    timeoutMs: 20_000,
    idleMs: 60_000,
    ...options,
  })

test('tasks run in one process, in sequence', async () => {
  const worker = open()
  const results = await Promise.all(['a', 'bb', 'ccc'].map((task) => worker.run('others', task)))
  expect(results.map(({ bytes }) => bytes)).toEqual([1, 2, 3].map((length) => new Uint8Array(length)))
  expect(new Set(results.map(({ pid }) => pid)).size).toBe(1)
  expect(results[0]?.pid).not.toBe(process.pid)
  await worker.close()
})

/** The processes that this one has started. */
const children = (): string[] =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )

// attack: worker-secrets
test.for([file, ...['images', 'models', 'documents'].map((feature) => `app/features/${feature}/worker.ts`)])(
  'a process of %s has no secret of the shop in its environment',
  async (of) => {
    vi.stubEnv('AUTH_SECRET', 'a-secret-of-the-shop')
    vi.stubEnv('ANY_LATER_KEY', 'a-secret-of-the-shop')
    const before = children()
    const worker = open({ file: of })
    // Whatever becomes of the task.
    const done = worker.run('others', 'x').catch(() => undefined)
    const environment = await vi.waitFor(() => {
      const [started = 'none'] = children().filter((pid) => !before.includes(pid))
      const found = readFileSync(`/proc/${started}/environ`, 'utf8')
      expect(found).toContain('NODE_CHANNEL_FD=')
      return found
    }, 5000)
    await worker.close()
    await done
    vi.unstubAllEnvs()
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('a-secret-of-the-shop')
  },
)

test('a process is replaced after so many tasks, and one that is not urgent gets less of the processors', async () => {
  const worker = open({ maximumTasks: 2, isUrgent: false })
  const pids: number[] = []
  for (let task = 0; task < 3; task += 1) pids.push((await worker.run('others', 'a')).pid)
  expect([pids[0] === pids[1], pids[1] === pids[2]]).toEqual([true, false])
  expect(getPriority(pids[2])).toBeGreaterThan(getPriority())
  await worker.close()
})

test('a process that keeps much memory is replaced after its task', async () => {
  const pidsWith = async (maximumBytes: number) => {
    const worker = open({ maximumBytes })
    const pids = [(await worker.run('others', 'a')).pid, (await worker.run('others', 'b')).pid]
    await worker.close()
    return new Set(pids).size
  }
  expect([await pidsWith(1), await pidsWith(4_000_000_000)]).toEqual([2, 1])
})

// attack: document-load
test('a task is refused when too many wait, and others are answered', async () => {
  const worker = open()
  const accepted = ['a', 'b', 'c'].map((task) => worker.run('others', task))
  expect(() => worker.run('others', 'd')).toThrow(expect.objectContaining({ code: 'unavailable' }))
  expect(await Promise.all(accepted)).toHaveLength(3)
  expect((await worker.run('others', 'e')).bytes).toHaveLength(1)
  await worker.close()
})

test('tasks of a line have places of their own, which others cannot fill, and run before waiting ones of later lines', async () => {
  const worker = open()
  const ended: string[] = []
  const record = (name: string) => (): unknown => ended.push(name)
  const requests = ['a', 'b', 'c'].map((task) => worker.run('others', task).then(record(task)))
  expect(() => worker.run('others', 'd')).toThrow(expect.objectContaining({ code: 'unavailable' }))
  const own = ['first', 'second'].map((task) => worker.run('first', task).then(record(task)))
  expect(() => worker.run('first', 'third')).toThrow(expect.objectContaining({ code: 'unavailable' }))
  expect(() => worker.run('others', 'd')).toThrow(expect.objectContaining({ code: 'unavailable' }))
  await Promise.all([...requests, ...own])
  expect(ended).toEqual(['a', 'first', 'second', 'b', 'c'])
  await Promise.all([worker.run('others', 'e'), worker.run('first', 'f')])
  await worker.close()
})

test('tasks that fail free their places', async () => {
  const worker = open()
  for (let n = 0; n < 4; n++) {
    await expect(worker.run('others', 'fail')).rejects.toThrow('failed')
    await expect(worker.run('first', 'fail')).rejects.toThrow('failed')
  }
  expect((await worker.run('others', 'a')).bytes).toHaveLength(1)
  await worker.close()
})

// attack: document-load
test.concurrent.each([
  ['fail', 'failed'],
  ['exit', 'ended its process with 3'],
  ['crash', 'ended its process with SIGABRT'],
  ['hang', 'took over 6000 ms'],
  ['native', 'took over 6000 ms'],
])('after the task "%s" a new process runs the next', async (task, message) => {
  const worker = open({ timeoutMs: ['hang', 'native'].includes(task) ? 6000 : 20_000 })
  const { pid } = await worker.run('others', 'a')
  const failed = worker.run('others', task)
  const next = worker.run('others', 'a')
  await expect(failed).rejects.toThrow(message)
  if (task !== 'fail') await expect(failed).rejects.toBeInstanceOf(TaskEndedError)
  expect((await next).pid).not.toBe(pid)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  await worker.close()
})

test.concurrent('the time to load the code is not that of the first task', async () => {
  const worker = open({ file: slowFile, timeoutMs: 7000 })
  expect((await worker.run('others', 'a')).bytes).toHaveLength(0)
  await worker.close()
})

test('after the end no process is started for the tasks that wait', async () => {
  const worker = open()
  const { pid } = await worker.run('others', 'a')
  const ended = Promise.allSettled(['hang', 'a'].map((task) => worker.run('others', task)))
  await worker.close()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  const refused = { status: 'rejected', reason: expect.any(TaskEndedError) }
  expect(await ended).toEqual([refused, refused])
  await expect(worker.run('others', 'a')).rejects.toBeInstanceOf(TaskEndedError)
})

test('a process without tasks ends, and the next task starts another one', async () => {
  const worker = open({ idleMs: 1 })
  const first = await worker.run('others', 'a')
  await vi.waitFor(() => expect(() => process.kill(first.pid, 0)).toThrow('ESRCH'), 20_000)
  const second = await worker.run('others', 'a')
  expect(second.pid).not.toBe(first.pid)
  await worker.close()
})
