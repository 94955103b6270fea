import { spawn } from 'node:child_process'
import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Config } from '#kit/config/config.ts'
import { SECOND_MS } from '#kit/time.ts'

/**
 * Counts in a thread of its own the seconds in which the event loop did not turn once, and ends the process after so many of them in
 * a row. It counts its own turns and not the time: a process that was stopped, or a machine that was asleep, did not hang. Nothing
 * else of the process runs then, so it writes the line of the log itself.
 */
const COUNTING = `
  const { writeSync } = require('node:fs')
  const { workerData: { turns, seconds } } = require('node:worker_threads')
  let last = 0
  let missed = 0
  setInterval(() => {
    const now = Atomics.load(turns, 0)
    missed = now === last ? missed + 1 : 0
    last = now
    if (missed < seconds) return
    const msg = 'the event loop hangs: the process ends itself'
    try {
      writeSync(1, JSON.stringify({ level: 60, time: Date.now(), seconds, msg }) + '\\n')
    } catch {}
    process.kill(process.pid, 'SIGKILL')
  }, ${SECOND_MS})
`

/**
 * Ends a process whose event loop hangs, so that whoever has started it starts it again; and tells systemd, where that asks for it,
 * that the process is open and goes on (`Type=notify`, `WatchdogSec`).
 */
export function startWatchdog({ watchdogSeconds }: Pick<Config, 'watchdogSeconds'>): void {
  tellSystemd()
  // A debugger stops the event loop for as long as somebody reads.
  if (watchdogSeconds === 0 || debuggerUrl() !== undefined) return
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(turns, 0, 1), SECOND_MS / 2).unref()
  const options = { eval: true, workerData: { turns, seconds: watchdogSeconds }, env: {}, execArgv: [] }
  new Worker(COUNTING, { ...options, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()
}

function tellSystemd(): void {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env
  if (!NOTIFY_SOCKET) return
  // Node cannot write to the socket of systemd. Its own program can.
  const tell = (state: string): void => {
    spawn('systemd-notify', [state], { stdio: 'ignore' }).on('error', () => undefined)
  }
  tell('READY=1')
  const everyMs = Number(WATCHDOG_USEC) / 1000 / 3
  if (everyMs > 0) setInterval(() => tell('WATCHDOG=1'), everyMs).unref()
}
