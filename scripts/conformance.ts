import { readArguments } from './command.ts'
import { print } from './print.ts'
import { runTool } from './run-tool.ts'

const { parts } = readArguments({
  name: 'conformance',
  does: `Runs the tests of the payment sandbox against it, or with STRIPE_CONFORMANCE_KEY=sk_test_… against Stripe's test
mode: the answers have to be the same. Tests that Stripe cannot run are skipped there.`,
  parts: ['intents', 'cards', 'access', 'idempotency', 'refunds', 'three-d-secure'],
})
print(`Testing ${process.env.STRIPE_CONFORMANCE_KEY ? 'Stripe’s test mode' : 'the sandbox'}`)
const files = parts.map((name) => `sandboxes/payments/${name}.test.ts`)
// One file after the other: Stripe limits the calls per second.
process.exitCode = runTool('vitest', ['run', '--project', 'sqlite', '--no-file-parallelism', ...files])
