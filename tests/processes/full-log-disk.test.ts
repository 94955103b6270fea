import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '../support/project.ts'
import { emptyStorage, freePort, killAfterTests } from '../support/running-shop.ts'

test('a shop whose log cannot be written starts, answers each request, and stops with 0', async () => {
  await using storage = await emptyStorage('')
  const port = await freePort()
  const full = openSync('/dev/full', 'w')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['build/server/index.js'], {
    cwd: ROOT,
    env: { PATH, HOME, DATA_DIR: storage.dataDir, PORT: String(port), SEED: 'none', LOG_LEVEL: 'debug' },
    stdio: ['ignore', full, full],
  })
  closeSync(full)
  killAfterTests(child)
  const status = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(() => status('/readyz'), { timeout: 20_000 }).toBe(200)
  // Each of them is logged.
  for (let at = 0; at < 200; at += 1) expect(await status('/api/myorders')).toBe(401)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
