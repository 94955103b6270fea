import { emptyStorage, startShop } from '../../tests/support/running-shop.ts'
import { FUZZ_ENVIRONMENT, fuzz } from './fuzz.ts'
import { type Part, tally } from './options.ts'

const REQUESTS_OF_ROUND = 2000

/** Sends hostile requests to every call: different ones in each round, the same ones in each run. */
export const attack: Part = async ({ server, rounds }) => {
  const violations: string[] = []
  const statuses = new Map<number, number>()
  let requests = 0
  for (let seed = 1; seed <= rounds; seed += 1) {
    await using storage = await emptyStorage(server)
    await using shop = await startShop({ storage, environment: FUZZ_ENVIRONMENT })
    const result = await fuzz({ shop, storage, seed, requests: REQUESTS_OF_ROUND })
    requests += result.requests
    for (const [status, count] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
    violations.push(...result.findings.map((finding) => `seed ${seed}: ${finding}`))
  }
  return { did: `${requests} hostile requests`, violations, figures: tally(statuses) }
}
