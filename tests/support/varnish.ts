import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { programFile } from '../../scripts/programs/programs.ts'
import { readProjectFile } from './project.ts'
import { freePort, hasEnded, isOpen, killAfterTests } from './running-shop.ts'

/** It compiles its configuration first. */
const OPEN_WITHIN_MS = 30_000

/** A Varnish with docs/varnish.vcl. */
interface Varnish extends AsyncDisposable {
  readonly url: string
  /** Starts it in front of two processes on these ports, with nothing in memory. `seconds` replaces `stale-while-revalidate`. */
  start(shopPorts: readonly [number, number], seconds?: number): Promise<void>
  stop(): Promise<void>
}

/** Whether Varnish had the answer: it names two requests then, this one and the one of which it is. */
export const isHit = ({ headers }: Pick<Response, 'headers'>): boolean =>
  / /.test(headers.get('x-varnish') ?? '')

/** A Varnish that does not run yet, so that the processes behind it can know its address. */
export async function createVarnish(): Promise<Varnish> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-varnish-'))
  const port = await freePort()
  const [configuration, output] = [join(folder, 'shop.vcl'), join(folder, 'output')]
  let varnish: ChildProcess | undefined
  const start = async ([first, second]: readonly [number, number], seconds = 60): Promise<void> => {
    const example = readProjectFile('docs/varnish.vcl')
    const own = example.replace('"3001"', `"${first}"`).replace('"3002"', `"${second}"`)
    writeFileSync(configuration, own.replaceAll(' 60s', ` ${seconds}s`))
    const place = ['-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`, '-T', 'none', '-s', 'malloc,32m']
    // In the foreground, and as the user that runs the tests.
    const child = spawn(programFile('varnish'), ['-F', '-j', 'none', ...place, '-f', configuration], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    killAfterTests(child)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => writeFileSync(output, text, { flag: 'a' }))
    varnish = child
    const startedMs = performance.now()
    while (!(await isOpen(port))) {
      if (hasEnded(child) || performance.now() - startedMs > OPEN_WITHIN_MS)
        throw new Error(`Varnish does not start: ${readFileSync(output, 'utf8')}`)
      await pause(50)
    }
  }
  const stop = async (): Promise<void> => {
    if (!varnish || hasEnded(varnish)) return
    const ended = once(varnish, 'exit')
    // Its process that serves requests ends with it.
    varnish.kill('SIGTERM')
    await ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
