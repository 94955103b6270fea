import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { partModelPath } from '#features/catalog/paths.ts'
import { modelFormats } from '#features/models/states.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { launchBrowser, openWindow } from '../../tests/support/browser.ts'
import type { Person } from '../../tests/support/customer.ts'
import { modelMakers } from '../../tests/support/model-makers.ts'
import { ADMIN, type RunningShop, residentMB } from '../../tests/support/running-shop.ts'
import { medianOf, percentileOf } from '../figures.ts'
import { framesOf, medianOfMoves, untilShown } from './in-page.ts'
import { measureLatency, medianRate, type Rate, runLoad } from './measure.ts'
import { SIZES } from './options.ts'
import { LIST, onDemo, PART_PAGE } from './shops.ts'
import { atMost, type Figure, rateFigure } from './table.ts'

const FIRST_P95_MS = 1500
const KEPT_MS = 10
const CHILD_MB = 600
const CONNECTIONS = 8
/** The models of a round take about as long. */
const ROUND_SECONDS = 1
const SHOWN_MS = 1000
/** A frame of a screen with 60 a second, and the jitter of its timer. */
const FRAME_MS = 17.5
const TURNS = 100

/**
 * The files of the samples' models, first when they are made and then as they are kept; the product list while models of other
 * sizes are made; the 3-D view; and the process that makes them, which ends when it has nothing to do.
 */
export const benchModels = (): Promise<Figure[]> =>
  onDemo(async (shop) => {
    const products = (await shop.call('GET', '/api/product?limit=100')).body
    const skus: string[] = products
      .flatMap(({ sku, model }: { sku: string; model: object }) => ('formats' in model ? [sku] : []))
      .slice(0, SIZES.samples)
    let largestMB = 0
    const watch = setInterval(() => {
      try {
        largestMB = Math.max(largestMB, ...modelMakers(shop.pid()).map(residentMB))
      } catch {
        // One ended meanwhile.
      }
    }, 200)
    const figures: Figure[] = []
    for (const format of modelFormats) {
      const address = (turn: number) => shop.url + partModelPath(skus[turn] ?? '', format)
      const { times, failed } = await measureLatency({ address, warmUp: 0, requests: skus.length })
      const [median, longest] = [percentileOf(times, 0.5), times.at(-1) ?? 0].map(Math.round)
      const samples = `${format.toUpperCase()} of ${skus.length} samples`
      const what = `${samples}, first answer, p95; median ${median} ms, longest ${longest} ms`
      figures.push(atMost(what, percentileOf(times, 0.95), FIRST_P95_MS, 'ms', { failed }))
    }
    const keptAt = (turn: number) => shop.url + partModelPath(skus[turn % skus.length] ?? '', 'step')
    const { medianMs, failed } = await measureLatency({ address: keptAt })
    figures.push(
      atMost('a model that is kept, median', medianMs, KEPT_MS, 'ms', { failed }),
      await benchMeanwhile(shop, await shop.signIn(ADMIN)),
      ...(await benchViewer(shop)),
    )
    clearInterval(watch)
    await pause(SIZES.idleModelsMs)
    return [
      ...figures,
      atMost('memory of the process that makes models', largestMB, CHILD_MB, 'MB'),
      atMost('processes that make models after the wait', modelMakers(shop.pid()).length, 0, ''),
    ]
  })

/** The rate of the product list while models of parts of different sizes are made, and without, in turn: medians of rounds. */
async function benchMeanwhile(shop: RunningShop, admin: Person): Promise<Figure> {
  const skus: string[] = []
  for (let count = 0; count < SIZES.models; count += 1) skus.push(await addNut(shop, admin, count))
  const load = (seconds: number) => runLoad({ url: shop.url + LIST, connections: CONNECTIONS, seconds })
  await load(SIZES.warmUpSeconds)
  const [alone, busy]: [Rate[], Rate[]] = [[], []]
  const share = Math.ceil(skus.length / SIZES.rounds)
  for (let from = 0; from < skus.length; from += share) {
    alone.push(await load(ROUND_SECONDS))
    const made = makeAll(shop, skus.slice(from, from + share))
    busy.push(await load(ROUND_SECONDS))
    await made
  }
  const ratio = medianOf(
    busy.map(({ perSecond }, round) => perSecond / (alone[round]?.perSecond ?? Number.NaN)),
  )
  const what = `product list while ${skus.length} models are made`
  const failed = medianRate([...alone, ...busy]).failed
  return { ...rateFigure(what, medianRate(busy), medianRate(alone), { ratio, least: 0.85 }), failed }
}

async function addNut(shop: RunningShop, admin: Person, count: number): Promise<string> {
  const body = {
    ...samplePart({ sku: `BENCH-NUT-${count}`, name: `Nut ${count}`, category: 'nuts' }),
    attributes: {
      type: 'Hexagon',
      thread: 'M8',
      flats: 12.5 + count / 100,
      height: 6.5,
      standard: 'DIN 934',
    },
  }
  return (await shop.call('POST', '/api/product', { as: admin, body })).body.sku
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

/** On a desktop: from the click on 3-D view until the model is drawn, and a frame while it is turned. */
async function benchViewer(shop: RunningShop): Promise<Figure[]> {
  await using browser = await launchBrowser()
  const frames: number[] = []
  const shownMs = await medianOfMoves(async () => {
    const { page, leave } = await openWindow(browser, shop.url)
    await page.goto(PART_PAGE, { waitUntil: 'networkidle' })
    // The buttons of the views can be pressed as soon as the model is drawn.
    const views = '.picture-or-model button[aria-pressed="true"]'
    const ms = await untilShown(page, views, () => page.getByRole('button', { name: '3-D view' }).click())
    frames.push(await turn(page))
    await leave()
    return ms
  })
  return [
    atMost('from a click to the model in 3-D', shownMs, SHOWN_MS, 'ms'),
    atMost('a frame while the model is turned', medianOf(frames), FRAME_MS, 'ms'),
  ]
}

/** Turns the model by the pointer. Resolves to the mean time of a frame meanwhile. */
async function turn(page: Page): Promise<number> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('the model is not on the page')
  const [x, y] = [box.x + box.width / 4, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const times = await framesOf(page, async () => {
    for (let count = 0; count < TURNS; count += 1)
      await page.mouse.move(x + (count * box.width) / (2 * TURNS), y)
  })
  await page.mouse.up()
  return times.reduce((sum, ms) => sum + ms, 0) / times.length
}
