import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const SANDBOX = 'sandboxes/payments'
const CASES = ['intents', 'cards', 'access', 'idempotency', 'refunds', 'three-d-secure']

/**
 * Runs the sandbox's tests against the payment sandbox, or with `STRIPE_CONFORMANCE_KEY=sk_test_…` against Stripe's test
 * mode: the answers have to be the same. Tests that Stripe cannot run are skipped there. Arguments select tests:
 * `npm run conformance -- cards`.
 */
const { STRIPE_CONFORMANCE_KEY } = process.env
process.stdout.write(`Testing ${STRIPE_CONFORMANCE_KEY ? 'Stripe’s test mode' : 'the sandbox'}\n`)
const wanted = process.argv.slice(2)
const files = CASES.filter((name) => wanted.length === 0 || wanted.includes(name)).map((name) =>
  join(SANDBOX, `${name}.test.ts`),
)
// One file after the other: Stripe limits the calls per second.
const args = ['run', '--project', 'sqlite', '--no-file-parallelism', ...files]
const result = spawnSync(process.execPath, [join('node_modules', '.bin', 'vitest'), ...args], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = result.status ?? 1
