import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readProjectFile } from '../support/project.ts'
import { emptyStorage, startShop } from '../support/running-shop.ts'

/** Loaded before the shop: a signal makes its event loop hang. */
const HANG_ON_SIGNAL = "--import=data:text/javascript,process.on('SIGUSR2',()=>{for(;;);})"

/** Runs the check of the container. */
function isHealthy(port: number): boolean {
  const [, command = '[]'] = /^HEALTHCHECK [^\n]*\\\n +CMD (.*)$/m.exec(readProjectFile('Dockerfile')) ?? []
  const [, ...args]: string[] = JSON.parse(command)
  expect(args).toHaveLength(2)
  return spawnSync(process.execPath, args, { env: { PORT: String(port) } }).status === 0
}

test('a process whose event loop hangs ends itself, and has told systemd until then that it goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-watchdog-'))
  const told = join(folder, 'told')
  const says = () => (existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n') : [])
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> '${told}'\n`)
  chmodSync(join(folder, 'systemd-notify'), 0o755)
  await using storage = await emptyStorage()
  await using shop = await startShop({
    storage,
    environment: {
      NODE_OPTIONS: HANG_ON_SIGNAL,
      WATCHDOG_SECONDS: '2',
      NOTIFY_SOCKET: join(folder, 'socket'),
      WATCHDOG_USEC: '600000',
      PATH: `${folder}:${process.env.PATH}`,
    },
  })
  await expect.poll(() => says().length).toBeGreaterThan(3)
  expect(says().slice(0, 2)).toEqual(['READY=1', 'WATCHDOG=1'])

  expect(isHealthy(shop.port)).toBe(true)
  // A container whose process does not answer is not healthy. The process was stopped for longer than it may hang, and goes on.
  using stopped = shop.hang()
  expect(isHealthy(shop.port)).toBe(false)
  stopped[Symbol.dispose]()
  expect((await shop.call('GET', '/healthz')).status).toBe(200)

  expect(await shop.kill('SIGUSR2')).toEqual({ code: null, signal: 'SIGKILL' })
  expect(shop.log()).toMatch(/"level":60.*"msg":"the event loop hangs: the process ends itself"/)
  await shop.restart()
  expect((await shop.call('GET', '/healthz')).status).toBe(200)
  rmSync(folder, { recursive: true })
})
