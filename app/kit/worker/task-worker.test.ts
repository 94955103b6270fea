import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTaskWorker } from './task-worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'shop-thread-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'thread.ts')
writeFileSync(
  file,
  `import { threadId } from 'node:worker_threads'
import { serveTasks } from ${JSON.stringify(resolve('app/kit/worker/serve-tasks.ts'))}
serveTasks(async (task: string) => {
  if (task === 'fail') throw new Error('failed')
  if (task === 'exit') process.exit(3)
  if (task === 'hang') for (;;);
  return new Uint8Array([threadId, task.length])
})
`,
)

const open = (options = {}) =>
  createTaskWorker<string>({ file, maximumWaiting: 3, timeoutMs: 20_000, idleMs: 60_000, ...options })

test('tasks run in one thread, in sequence', async () => {
  const worker = open()
  const results = await Promise.all(['a', 'bb', 'ccc'].map(worker.run))
  expect(results.map(([, length]) => length)).toEqual([1, 2, 3])
  expect(new Set(results.map(([thread]) => thread)).size).toBe(1)
  await worker.close()
})

test('a task is refused when too many wait, and others are answered', async () => {
  const worker = open()
  const accepted = ['a', 'b', 'c'].map(worker.run)
  expect(() => worker.run('d')).toThrow(expect.objectContaining({ code: 'unavailable' }))
  expect(await Promise.all(accepted)).toHaveLength(3)
  expect(await worker.run('e')).toHaveLength(2)
  await worker.close()
})

test.each([
  ['fail', 'failed'],
  ['exit', 'ended with the code 3'],
  ['hang', 'took over 2000 ms'],
])('after the task "%s" a new thread runs the next', async (task, message) => {
  const worker = open({ timeoutMs: task === 'hang' ? 2000 : 20_000 })
  const failed = worker.run(task)
  const next = worker.run('a')
  await expect(failed).rejects.toThrow(message)
  expect((await next)[1]).toBe(1)
  await worker.close()
})

test('a thread without tasks ends, and the next task starts another one', async () => {
  const worker = open({ idleMs: 1 })
  const [first] = await worker.run('a')
  await new Promise((done) => setTimeout(done, 200))
  const [second] = await worker.run('a')
  expect(second).not.toBe(first)
  await worker.close()
})
