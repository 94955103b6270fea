import { expect, test } from 'vitest'
import { openDatabase } from '#kit/db/db.ts'
import { emptyStorage, freePort, type Storage, startShop } from '../support/running-shop.ts'

async function unsentIn(storage: Storage): Promise<unknown[]> {
  const { db, close } = openDatabase(storage)
  const rows = await db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()
  await close()
  return rows
}

const metricsOf = async (port: string) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

test('a process with JOBS=off serves, and leaves jobs and mails to another one', async () => {
  await using storage = await emptyStorage()
  const [served, worked] = [String(await freePort()), String(await freePort())]
  await using serving = await startShop({ storage, environment: { JOBS: 'off', METRICS_PORT: served } })
  await serving.register()
  const unsent = () => unsentIn(storage)
  expect(await unsent()).not.toEqual([])
  await using _worker = await startShop({ storage, environment: { METRICS_PORT: worked } })
  await expect.poll(unsent, { timeout: 10_000 }).toEqual([])
  const runs = /^shop_job_runs_total\{.*\} [1-9]/m
  expect(await metricsOf(worked)).toMatch(runs)
  expect(await metricsOf(served)).not.toMatch(runs)
})
