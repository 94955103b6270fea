import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyStorage, freePort, isReady, residentMB } from '../../tests/support/running-shop.ts'
import { medianOf } from '../figures.ts'
import { runLoad } from './measure.ts'
import { SIZES } from './options.ts'
import { LIST } from './shops.ts'
import { atMost, type Figure } from './table.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const POLL_EVERY_MS = 5

/** The time from `npm start` of an installed, built and seeded shop until it is ready; and its memory. */
export async function benchProcess(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  const starts: number[] = []
  // The first start creates and fills the database.
  await (await startByNpm(storage.dataDir)).stop()
  for (let count = 0; count < SIZES.starts; count += 1) {
    const shop = await startByNpm(storage.dataDir)
    starts.push(shop.readyAfterMs)
    await shop.stop()
  }
  const shop = await startByNpm(storage.dataDir)
  await pause(SIZES.idleMs)
  const idleMB = shop.memoryMB()
  for (const path of ['/', LIST, '/healthz']) {
    await runLoad({ url: shop.url + path, connections: 32, seconds: SIZES.seconds })
  }
  const loadedMB = shop.memoryMB()
  await shop.stop()
  return [
    atMost('npm start until ready', medianOf(starts), 1000, 'ms'),
    atMost('memory, idle', idleMB, 150, 'MB'),
    atMost('memory, after a load', loadedMB, 250, 'MB'),
  ]
}

async function startByNpm(dataDir: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env
  const startedMs = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'sign-in' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
  })
  ended.catch(() => undefined)
  const ready = async (): Promise<void> => {
    while (!(await isReady(url))) await pause(POLL_EVERY_MS)
  }
  await Promise.race([ready(), ended])
  return {
    url,
    readyAfterMs: performance.now() - startedMs,
    // That of the process that npm started.
    memoryMB: () => residentMB(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()),
    stop: async () => {
      child.kill('SIGTERM')
      await ended.catch(() => undefined)
    },
  }
}
