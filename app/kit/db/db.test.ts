import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyStorage } from '../../../tests/support/running-shop.ts'
import { DATABASE_FILE, openDatabase } from './db.ts'

/** Writes slowly to a new file, like another process that starts. */
const SLOW_WRITER = `
  const SQLite = require('better-sqlite3')
  const { parentPort, workerData } = require('node:worker_threads')
  const handle = new SQLite(workerData)
  handle.exec('begin immediate')
  parentPort.postMessage('begun')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  handle.exec('create table things (name text)')
  handle.exec('commit')
  handle.close()
`

test.skipIf(process.env.TEST_DATABASE_URL)(
  'opening waits for another process that writes to the new file',
  async () => {
    await using storage = await emptyStorage('')
    mkdirSync(storage.dataDir)
    const other = new Worker(SLOW_WRITER, { eval: true, workerData: join(storage.dataDir, DATABASE_FILE) })
    const ended = once(other, 'exit')
    await once(other, 'message')
    const { db, close } = openDatabase(storage)
    try {
      expect((await sql`pragma journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
      expect((await sql`select name from things`.execute(db)).rows).toEqual([])
    } finally {
      await close()
      await ended
    }
  },
)

test.skipIf(process.env.TEST_DATABASE_URL).each(['statement', 'transaction'])(
  'a %s that waits for the write of another process leaves this one free to serve requests',
  async (kind) => {
    await using storage = await emptyStorage('')
    const { db, close } = openDatabase(storage)
    const other = new Worker(SLOW_WRITER, { eval: true, workerData: join(storage.dataDir, DATABASE_FILE) })
    const ended = once(other, 'exit')
    await once(other, 'message')
    try {
      const write = sql`create table others (name text)`
      const written =
        kind === 'statement'
          ? write.execute(db)
          : db.transaction().execute(async (trx) => {
              await write.execute(trx)
            })
      const first = await Promise.race([written.then(() => 'written'), pause(50).then(() => 'served')])
      expect(first).toBe('served')
      await written
      const { rows } = await sql`select name from sqlite_master order by name`.execute(db)
      expect(rows).toEqual([{ name: 'others' }, { name: 'things' }])
    } finally {
      await ended
      await close()
    }
  },
)
