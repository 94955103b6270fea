import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp, readDocument } from '../tests/support/test-app.ts'

/** Lints the OpenAPI document of the calls, without a server. A warning fails like an error. */
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'shop-api-'))
try {
  await using shop = await createTestApp()
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(await readDocument(shop.app)))
  const args = [join('node_modules', '.bin', 'redocly'), 'lint', '--extends=recommended-strict', file]
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    // The linter must send no requests.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
