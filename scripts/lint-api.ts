import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp, readDocument } from '../tests/support/test-app.ts'
import { runTool } from './run-tool.ts'

/** The linter must send no requests. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** An e-mail address in a path is neither `admin` nor `staff`, so `/user/admin/{email}` and `/user/{email}/export` are told apart. */
const RULES = ['--extends=recommended-strict', '--skip-rule=no-ambiguous-paths']

/** Lints the OpenAPI document of the calls, without a server. A warning fails like an error. */
const folder = mkdtempSync(join(tmpdir(), 'shop-api-'))
try {
  await using shop = await createTestApp()
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(await readDocument(shop.app)))
  process.exitCode = runTool('redocly', ['lint', ...RULES, file], OFFLINE)
} finally {
  rmSync(folder, { recursive: true })
}
