import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { release } from '#kit/config/release.ts'
import type { Database } from '#kit/db/db.ts'
import { mailHealth } from '#kit/mail/mailer.ts'
import type { Shop } from '#kit/shop.ts'
import { mailOutcomes, mailSignal, publicAnswerSignal, publicAnswerSources } from '#kit/signals.ts'
import { SECOND_MS } from '#kit/time.ts'
import { countBy, gaugeAtScrape, readOnce } from './at-scrape.ts'

/** Creates the Prometheus metrics of this process. No label identifies a person. */
export function createMetrics(shop: Shop, database: Database): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'shop_build_info',
    help: 'Always 1; which release runs',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: release }, 1)
  new Gauge({
    name: 'shop_database_connections',
    help: 'Connections to PostgreSQL by state, and callers that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count)
    },
  })
  measureMails(registry, shop)
  measureDisk(registry, shop)
  const answers = { help: 'Public answers by source', label: 'source', values: publicAnswerSources }
  publicAnswerSignal.listen(countBy(registry, 'shop_public_answers_total', answers))
  return registry
}

function measureMails(registry: Registry, shop: Shop): void {
  const mails = { help: 'Mails by outcome', label: 'outcome', values: mailOutcomes }
  const count = countBy(registry, 'shop_mails_total', mails)
  mailSignal.listen(({ outcome }) => count(outcome))
  const health = readOnce(() => mailHealth(shop))
  gaugeAtScrape(registry, 'shop_outbox_mails', {
    help: 'Mails that wait to be sent',
    read: async () => (await health())?.waiting,
  })
  gaugeAtScrape(registry, 'shop_outbox_failing', {
    help: 'Mails that failed so far and are tried again',
    read: async () => (await health())?.failing,
  })
  gaugeAtScrape(registry, 'shop_outbox_oldest_seconds', {
    help: 'How long the oldest of them waits',
    read: async () => {
      const oldestMs = (await health())?.oldestWaitingMs
      return oldestMs === undefined ? undefined : oldestMs / SECOND_MS
    },
  })
}

/** With PostgreSQL the folder of the data is empty or missing: then it is the disk of the shop itself. */
function measureDisk(registry: Registry, { config: { dataDir } }: Shop): void {
  const disk = readOnce(() => statfs(dataDir).catch(() => statfs('.')))
  gaugeAtScrape(registry, 'shop_disk_size_bytes', {
    help: 'The size of the disk that has DATA_DIR',
    read: async () => {
      const stats = await disk()
      return stats && stats.blocks * stats.bsize
    },
  })
  gaugeAtScrape(registry, 'shop_disk_free_bytes', {
    help: 'How much of it is free for the shop',
    read: async () => {
      const stats = await disk()
      return stats && stats.bavail * stats.bsize
    },
  })
}
