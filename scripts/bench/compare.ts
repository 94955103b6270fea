import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { medianOf } from '../figures.ts'
import type { Recorded } from './floor-server.ts'
import { medianRate, type Rate, runBenchScript, runLoad } from './measure.ts'
import { SIZES } from './options.ts'
import { type Figure, rateFigure } from './table.ts'

const CONNECTIONS = 32
/**
 * The shop and the floor are measured in short rounds, a fifth of a load each, and compared within a round: other work of
 * the machine then affects both.
 */
const ROUND_SECONDS = SIZES.seconds / 5

/**
 * The rate of one answer, compared with node:http alone that sends the same bytes and headers; while the answer is changed all
 * the time less is wanted.
 */
export async function compare(
  what: string,
  address: string,
  headers: Record<string, string>,
  changing = false,
): Promise<Figure> {
  const { origin, pathname, search } = new URL(address)
  await using floor = await startFloor(await record(origin, pathname + search, headers))
  const options = { connections: CONNECTIONS, seconds: ROUND_SECONDS, headersOf: () => headers }
  const bare: Rate[] = []
  const own: Rate[] = []
  for (let round = 0; round < SIZES.rounds; round += 1) {
    bare.push(await runLoad({ url: floor.origin + pathname + search, ...options }))
    own.push(await runLoad({ url: address, ...options }))
  }
  const ratio = medianOf(own.map((rate, round) => rate.perSecond / (bare[round]?.perSecond ?? Number.NaN)))
  const [shop, node] = [medianRate(own), medianRate(bare)]
  const [least, mostMs, p99] = changing ? [0.5, 20, '20 ms'] : [0.85, 2 * node.p99Ms, '2 times']
  return {
    ...rateFigure(what, shop, node, { ratio, least }),
    goal: `≥ ${least}, p99 ≤ ${p99}`,
    isMet: ratio >= least && shop.p99Ms <= mostMs,
  }
}

async function startFloor(recorded: Recorded): Promise<AsyncDisposable & { origin: string }> {
  const { line, child } = await runBenchScript('floor-server.ts', [], JSON.stringify(recorded))
  return {
    origin: `http://127.0.0.1:${line}`,
    [Symbol.asyncDispose]: async () => {
      child.kill()
    },
  }
}

/** The bytes of one answer as sent over the network: Node's fetch would decompress them. */
async function record(origin: string, path: string, headers: Record<string, string>): Promise<Recorded> {
  const [answer] = (await once(get(origin + path, { headers }), 'response')) as [IncomingMessage]
  const { date: _d, connection: _c, 'keep-alive': _k, ...kept } = answer.headers
  const body = (await buffer(answer)).toString('base64')
  return { path, status: answer.statusCode ?? 0, headers: kept as Record<string, string>, body }
}
