import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createLineOutput } from './line-output.ts'

const folder = mkdtempSync(join(tmpdir(), 'shop-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('lines arrive whole and in sequence', async () => {
  const file = join(folder, 'log')
  const fd = openSync(file, 'w')
  const output = createLineOutput(fd)
  const lines = Array.from({ length: 5000 }, (_, at) => `{"line":${at},"text":"Größe ⌀ 8"}\n`)
  for (const line of lines) output.write(line)
  await new Promise<void>((resolve) => output.flush(resolve))
  closeSync(fd)
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''))
})

test('lines that a full disk refuses are dropped', async () => {
  const fd = openSync('/dev/full', 'w')
  const output = createLineOutput(fd)
  for (let at = 0; at < 1000; at += 1) output.write('a line\n')
  await new Promise<void>((resolve) => output.flush(resolve))
  closeSync(fd)
})

test('when nobody reads, a part of the lines waits and the others are dropped', async () => {
  const pipe = join(folder, 'pipe')
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  const output = createLineOutput(fd)
  const line = `${'x'.repeat(999)}\n`
  for (let at = 0; at < 5000; at += 1) output.write(line)
  let isFlushed = false
  output.flush(() => {
    isFlushed = true
  })
  let read = 0
  const buffer = Buffer.alloc(100_000)
  const readAll = () => {
    try {
      while (true) read += readSync(fd, buffer)
    } catch {
      // The pipe is empty.
    }
  }
  while (!isFlushed) {
    readAll()
    await nextTurn()
  }
  // What is flushed may still be in the pipe.
  readAll()
  closeSync(fd)
  // What waits, and what was being written.
  expect(read).toBeGreaterThanOrEqual(1_000_000)
  expect(read).toBeLessThanOrEqual(2_000_000)
})
