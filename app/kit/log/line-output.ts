import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** What waits for a slow or full disk at the most, in characters. Further lines are dropped. */
const MAXIMUM_WAITING = 1_000_000

const RETRY_MS = 100

/** A destination of log lines that never fails and never waits. */
export interface LineOutput extends DestinationStream {
  /** Calls back when all lines are written or dropped. */
  flush(callback?: () => void): void
}

/**
 * Writes lines to a file descriptor, several at a time and without blocking. Lines that cannot be written, because the disk
 * is full or nobody reads them, are dropped, and the process goes on. (The destination of pino tries the same lines again
 * for ever, and blocks the process when it exits.)
 */
export function createLineOutput(fd: number): LineOutput {
  let waiting = ''
  let isWriting = false
  const flushed: (() => void)[] = []

  const next = (): void => {
    const lines = waiting
    waiting = ''
    isWriting = lines !== ''
    if (isWriting) writeAll(Buffer.from(lines))
    else for (const callback of flushed.splice(0)) callback()
  }
  const writeAll = (lines: Buffer): void =>
    write(fd, lines, (error, length) => {
      // A pipe that is full for now.
      if (error?.code === 'EAGAIN') setTimeout(writeAll, RETRY_MS, lines)
      else if (error || length === lines.length) next()
      else writeAll(lines.subarray(length))
    })

  process.on('exit', () => {
    // A write that has not returned could block this one too.
    if (isWriting || waiting === '') return
    try {
      writeSync(fd, waiting)
    } catch {
      // As above: these lines are dropped.
    }
  })

  return {
    write: (line) => {
      if (waiting.length + line.length > MAXIMUM_WAITING) return
      waiting += line
      if (!isWriting) next()
    },
    flush: (callback = () => undefined) => {
      if (isWriting) flushed.push(callback)
      else callback()
    },
  }
}
