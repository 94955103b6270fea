import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { partModelPath } from '#features/catalog/paths.ts'
import { type ModelFormat, modelFormats } from '#features/models/states.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import type { Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop, residentMB } from '../../tests/support/running-shop.ts'
import { medianOf, percentileOf } from '../figures.ts'
import { measureLatency } from './latency.ts'
import { type Rate, runLoad } from './measure.ts'
import { SIZES } from './options.ts'
import { startBenchShop } from './shops.ts'
import { atMost, type Figure } from './table.ts'
import { benchViewer } from './viewer.ts'

const FIRST_P95_MS = 1500
const KEPT_MS = 10
const CHILD_MB = 600
const LEAST_RATIO = 0.85
const CONNECTIONS = 8
/** The models of a round take about as long. */
const ROUND_SECONDS = 1
const LIST = '/api/product?limit=60'

/**
 * The files of the samples' models, first when they are made and then as they are kept; the product list while models of other
 * sizes are made; the 3-D view; and the process that makes them, which ends when it has nothing to do.
 */
export async function benchModels(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  const admin = await shop.signIn(ADMIN)
  const skus = await samplesOf(shop)
  let largestMB = 0
  const watch = setInterval(() => {
    largestMB = Math.max(largestMB, ...makersMB(shop))
  }, 200)
  const first: Figure[] = []
  for (const format of modelFormats) first.push(await benchFirst(shop, skus, format))
  const addresses = skus.map((sku) => shop.url + partModelPath(sku, 'step'))
  const kept = await measureLatency({
    name: 'kept models',
    address: (turn) => addresses[turn % addresses.length] ?? '',
    headers: {},
  })
  const meanwhile = await benchMeanwhile(shop, admin)
  const viewer = await benchViewer(shop)
  clearInterval(watch)
  return [
    ...first,
    { ...atMost('a model that is kept, median', kept.medianMs, KEPT_MS, 'ms'), failed: kept.failed },
    meanwhile,
    ...viewer,
    atMost('memory of the process that makes models', largestMB, CHILD_MB, 'MB'),
    atMost('processes that make models after the wait', await makersAfterWait(shop), 0, ''),
  ]
}

async function samplesOf(shop: RunningShop): Promise<string[]> {
  const { body } = await shop.call('GET', '/api/product?limit=100')
  return body.flatMap(({ sku, model }: { sku: string; model: object }) => ('formats' in model ? [sku] : []))
}

/** The first answers, one after the other. */
async function benchFirst(shop: RunningShop, skus: readonly string[], format: ModelFormat): Promise<Figure> {
  const times: number[] = []
  let failed = 0
  for (const sku of skus) {
    const startedMs = performance.now()
    const answer = await fetch(shop.url + partModelPath(sku, format))
    await answer.arrayBuffer()
    times.push(performance.now() - startedMs)
    if (answer.status !== 200) failed += 1
  }
  times.sort((one, other) => one - other)
  const [median, longest] = [percentileOf(times, 0.5), times.at(-1) ?? 0].map(Math.round)
  return {
    ...atMost(
      `${format.toUpperCase()} of ${skus.length} samples, first answer, p95; median ${median} ms, longest ${longest} ms`,
      percentileOf(times, 0.95),
      FIRST_P95_MS,
      'ms',
    ),
    failed,
  }
}

/** The rate of the product list while models of parts of different sizes are made, and without, in turn: medians of rounds. */
async function benchMeanwhile(shop: RunningShop, admin: Person): Promise<Figure> {
  const skus: string[] = []
  for (let count = 0; count < SIZES.models; count += 1) skus.push(await addNut(shop, admin, count))
  const load = (seconds: number) => runLoad({ url: shop.url + LIST, connections: CONNECTIONS, seconds })
  await load(SIZES.warmUpSeconds)
  const rounds: { alone: Rate; busy: Rate }[] = []
  const share = Math.ceil(skus.length / SIZES.rounds)
  for (let from = 0; from < skus.length; from += share) {
    const alone = await load(ROUND_SECONDS)
    const made = makeAll(shop, skus.slice(from, from + share))
    rounds.push({ alone, busy: await load(ROUND_SECONDS) })
    await made
  }
  const medianOfRounds = (value: (round: (typeof rounds)[0]) => number) => medianOf(rounds.map(value))
  const ratio = medianOfRounds(({ alone, busy }) => busy.perSecond / alone.perSecond)
  return {
    what: `product list while ${skus.length} models are made`,
    shop: `${medianOfRounds(({ busy }) => busy.perSecond)}/s`,
    floor: `${medianOfRounds(({ alone }) => alone.perSecond)}/s`,
    ratio,
    p99Ms: medianOfRounds(({ busy }) => busy.p99Ms),
    floorP99Ms: medianOfRounds(({ alone }) => alone.p99Ms),
    failed: rounds.reduce((sum, { alone, busy }) => sum + alone.failed + busy.failed, 0),
    goal: `≥ ${LEAST_RATIO}`,
    isMet: ratio >= LEAST_RATIO,
  }
}

async function addNut(shop: RunningShop, admin: Person, count: number): Promise<string> {
  const { body } = await shop.call('POST', '/api/product', {
    as: admin,
    body: {
      ...samplePart({ sku: `BENCH-NUT-${count}`, name: `Nut ${count}`, category: 'nuts' }),
      attributes: {
        type: 'Hexagon',
        thread: 'M8',
        flats: 12.5 + count / 100,
        height: 6.5,
        standard: 'DIN 934',
      },
    },
  })
  return body.sku
}

/** All models, with as many requests at once as there are connections. */
async function makeAll(shop: RunningShop, skus: readonly string[]): Promise<void> {
  const left = [...skus]
  const makeOne = async (): Promise<void> => {
    for (let sku = left.pop(); sku !== undefined; sku = left.pop())
      await (await fetch(shop.url + partModelPath(sku, 'step'))).arrayBuffer()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, makeOne))
}

/** The memory of the processes that make models for this shop. */
function makersMB(shop: RunningShop): number[] {
  const pid = shop.pid()
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .flatMap((child) => {
      try {
        const isMaker = readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('models/worker')
        return isMaker ? [residentMB(child)] : []
      } catch {
        // It ended meanwhile.
        return []
      }
    })
}

async function makersAfterWait(shop: RunningShop): Promise<number> {
  await pause(SIZES.idleModelsMs)
  return makersMB(shop).length
}
