import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { findGap, lastNumbers } from '#features/invoices/invoices.ts'
import { documentNumberText, type NumberedKind } from '#features/orders/texts.ts'
import { takeOver } from '#features/restores/restores.ts'
import { markRestored, restore } from '#kit/backup/backup.ts'
import type { NumberGap } from '#kit/backup/restore-marks.ts'
import type { Config } from '#kit/config/config.ts'
import { DATABASE_FILE, openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { restoreTables } from '../migrations/0079-restores.ts'
import { migrations } from '../migrations/list.ts'
import { print } from './print.ts'

const USAGE = `Name the backup: npm run restore -- FOLDER [--replace] --after-invoice NUMBER --after-credit-note NUMBER [--large-gap]
Restored by another program: npm run restore -- --mark --after-invoice NUMBER --after-credit-note NUMBER [--large-gap]
Afterwards: npm run restore -- --take-over`

/** What somebody says about the last numbers, and whether many may have been issued after the backup. */
interface Said extends Readonly<Record<NumberedKind, string | undefined>> {
  readonly isLarge: boolean
}

/** What somebody says about the last numbers; it is asked for where it is not given, also when the backup has none. */
async function findGaps(counted: ReadonlyMap<string, number>, said: Said): Promise<NumberGap[]> {
  const last = lastNumbers(counted)
  const gaps: NumberGap[] = []
  for (const kind of ['invoice', 'credit_note'] as const) {
    const gap = await gapOf(kind, last, said)
    if (!gap) continue
    gaps.push(gap)
    print(
      `The next ${NAMES[kind]} will be ${documentNumberText(kind, gap.last + 1)}: ${documentNumberText(kind, gap.first)} to ${documentNumberText(kind, gap.last)} are recorded as issued after the backup.`,
    )
  }
  return gaps
}

const NAMES = { invoice: 'invoice', credit_note: 'credit note' } as const

const OPTIONS = { invoice: '--after-invoice', credit_note: '--after-credit-note' } as const

async function gapOf(
  kind: NumberedKind,
  last: Readonly<Record<NumberedKind, number>>,
  said: Said,
): Promise<NumberGap | undefined> {
  const read = (number: string) => findGapOf(kind, last[kind], number, said.isLarge)
  const given = said[kind]
  if (given !== undefined) return read(given)
  if (!process.stdin.isTTY) throw new Error(unsaidText(last))
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    for (;;) {
      const answer = await terminal.question(
        `The last ${NAMES[kind]} of the backup is ${numberOr(kind, last[kind])}. Customers must never get a number twice.
Which is the last ${NAMES[kind]} that was issued, or "none" if none was issued after the backup? `,
      )
      try {
        return read(answer.trim())
      } catch (error) {
        print((error as Error).message)
      }
    }
  } finally {
    terminal.close()
  }
}

function findGapOf(kind: NumberedKind, last: number, said: string, isLarge: boolean): NumberGap | undefined {
  try {
    return findGap(kind, last, said, isLarge)
  } catch (error) {
    throw new Error(`${OPTIONS[kind]}: ${(error as Error).message}`)
  }
}

const numberOr = (kind: NumberedKind, number: number): string =>
  number === 0 ? 'none' : documentNumberText(kind, number)

const namedOr = (kind: NumberedKind, number: number): string =>
  number === 0 ? `no ${NAMES[kind]}` : `the ${NAMES[kind]} ${documentNumberText(kind, number)}`

const unsaidText = (last: Readonly<Record<NumberedKind, number>>): string =>
  `Nothing was changed. What is restored ends with ${namedOr('invoice', last.invoice)} and ${namedOr('credit_note', last.credit_note)}. Customers may have later ones, whose numbers must not be issued again. Say which were the last ones issued, "none" if none was issued after the backup: ${OPTIONS.invoice} ${documentNumberText('invoice', last.invoice + 4)} ${OPTIONS.credit_note} none (docs/backups.md, "After a restore").`

async function sayThatItIsTheShop(config: Config): Promise<void> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, DATABASE_FILE)))
    throw new Error(`There is no shop in ${config.dataDir} (DATA_DIR).`)
  const database = openDatabase(config)
  try {
    // As a start does it: the backup may be of an earlier release, and no process may have been started since.
    await migrate(database, migrations)
    const isNew = await takeOver({ db: database.db, config, now: Date.now })
    print(
      isNew
        ? 'This is the shop now: its mails, jobs and payments begin within seconds.'
        : 'This is the shop already. Nothing was changed.',
    )
  } finally {
    await database.close()
  }
}

/**
 * `npm run restore -- FOLDER [--replace]`: restores a backup while no shop runs on its data; with `--mark` and no folder, what
 * another program has restored becomes a copy too. It does nothing until `npm run restore -- --take-over`, or an admin, says that
 * it is the shop.
 */
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      'after-invoice': { type: 'string' },
      'after-credit-note': { type: 'string' },
      'large-gap': { type: 'boolean', default: false },
      mark: { type: 'boolean', default: false },
      'take-over': { type: 'boolean', default: false },
    },
  })
  const [name] = positionals
  const config = readConfig(process.env)
  const asked = [values['take-over'], values.mark, name !== undefined]
  if (asked.filter(Boolean).length !== 1 || positionals.length > 1) throw new Error(USAGE)
  const said = {
    invoice: values['after-invoice'],
    credit_note: values['after-credit-note'],
    isLarge: values['large-gap'],
  }
  const options = {
    replace: values.replace,
    migrations,
    marking: {
      findGaps: (counted: ReadonlyMap<string, number>) => findGaps(counted, said),
      tables: restoreTables,
    },
  }
  if (values['take-over']) await sayThatItIsTheShop(config)
  else {
    let madeBy: string | undefined
    if (name === undefined) await markRestored(config, options)
    else madeBy = await restore(config, resolve(process.env.INIT_CWD ?? '', name), options)
    const place = config.databaseUrl ? 'the database' : config.dataDir
    print(
      name === undefined
        ? `A copy is in ${place}: start the shop.`
        : `The backup${madeBy === undefined ? '' : ` of release ${madeBy}`} is in ${place}: start the shop.`,
    )
    if (config.files)
      print('npm run move-files -- --check names the files that the store of FILES_URL does not have.')
    print(
      'It sends no mails and takes no orders until you say that it is the shop: npm run restore -- --take-over',
    )
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
