// `node scripts/run.mjs TASK`: every npm script runs it, so that it works in a fresh clone and with the project's Node.
import { readFileSync } from 'node:fs'
import { becomeNode, ensureBuilt, ensureInstalled, writeRouteTypes } from './setup.mjs'

// Without limits V8 uses much more memory than it needs before it collects garbage: 350 MB after a load of orders, with
// 60 MB in use. The limits do not slow the shop down.
const { config } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const SERVER = [...config.serverOptions.split(' '), 'build/server/index.js']

const TASKS = {
  setup: { built: false },
  build: { built: true },
  start: { built: true, args: SERVER },
  dev: { built: false, args: ['dev.ts'] },
  check: { built: true, args: ['scripts/check.ts'] },
  bench: { built: true, args: ['scripts/bench.ts'] },
  backup: { built: false, args: ['scripts/backup.ts'] },
  restore: { built: false, args: ['scripts/restore.ts'] },
  move: { built: false, args: ['scripts/move.ts'] },
  drill: { built: true, args: ['scripts/drill.ts'] },
  'move-files': { built: false, args: ['scripts/move-files.ts'] },
  'sample-orders': { built: false, args: ['scripts/sample-orders.ts'] },
  torture: { built: true, args: ['scripts/torture.ts'] },
  fuzz: { built: true, args: ['scripts/fuzz.ts'] },
  mutants: { built: false, args: ['scripts/mutants.ts'] },
  conformance: { built: false, args: ['scripts/conformance.ts'] },
  docs: { built: false, args: ['scripts/docs.ts'] },
  drawings: { built: false, args: ['scripts/drawings.ts'] },
  screenshots: { built: true, args: ['scripts/screenshots.ts'] },
}

const [name = '', ...rest] = process.argv.slice(2)
const task = TASKS[name]
if (!task) {
  console.error(`Name a task: ${Object.keys(TASKS).join(', ')}`)
  process.exit(1)
}
await ensureInstalled()
if (name === 'setup') writeRouteTypes()
if (task.built && !rest.includes('--help')) await ensureBuilt()
if (task.args) becomeNode([...task.args, ...rest])
