import { expect, test } from 'vitest'
import { readVatId } from '#kit/input/vat-id.ts'
import {
  DE,
  EL,
  error,
  FR,
  json,
  startVies,
  TOO_SLOW,
  UNAVAILABLE,
  VALID,
  vatId,
} from '#tests/support/vies-server.ts'
import { askingOnce } from './vat-service.ts'

const GERMAN = ['DE136695030', 'DE136695005', 'DE136697999', 'DE136695976'].map(vatId)

test('a confirmation is kept for ten minutes with its number and time, a refusal for one', async () => {
  let nowMs = 1_000_000
  let count = 0
  await using vies = await startVies((response, request, body) => {
    count += 1
    const { countryCode } = body as { countryCode: string }
    json({ valid: countryCode === 'FR', requestIdentifier: `N${count}` })(response, request, body)
  })
  const service = vies.service({ now: () => nowMs })
  const first = { state: 'confirmed', confirmation: 'N1', atMs: 1_000_000 }
  expect(await service.check(FR, DE)).toEqual(first)
  expect(await service.check(EL, DE)).toEqual({ state: 'refused' })
  nowMs += 59_999
  expect(await service.check(FR, DE)).toEqual(first)
  expect(await service.check(EL, DE)).toEqual({ state: 'refused' })
  expect(vies.calls).toHaveLength(2)
  nowMs += 2
  await service.check(EL, DE)
  expect(vies.calls).toHaveLength(3)
  nowMs = 1_599_999
  expect(await service.check(FR, DE)).toEqual(first)
  expect(vies.calls).toHaveLength(3)
  nowMs = 1_600_001
  expect(await service.check(FR, DE)).toEqual({ state: 'confirmed', confirmation: 'N4', atMs: 1_600_001 })
})

test('a confirmation is that of the seller who asked', async () => {
  await using vies = await startVies(json(VALID))
  const service = vies.service()
  await service.check(FR)
  await service.check(FR, DE)
  await service.check(FR, EL)
  expect(vies.calls).toHaveLength(3)
})

test('a failure is not kept: the next call asks again', async () => {
  await using vies = await startVies(json(error('MS_UNAVAILABLE'), 500))
  const service = vies.service()
  expect(await service.check(FR)).toEqual(UNAVAILABLE)
  vies.answer = json(VALID)
  expect(await service.check(FR)).toMatchObject({ state: 'confirmed' })
})

test('calls about one ID at once are one call', async () => {
  const waiting = Promise.withResolvers<void>()
  await using vies = await startVies(async (response, request, body) => {
    await waiting.promise
    json(VALID)(response, request, body)
  })
  const service = vies.service()
  const checks = Array.from({ length: 10 }, () => service.check(FR, DE))
  await expect.poll(() => vies.calls.length).toBe(1)
  waiting.resolve()
  expect(new Set((await Promise.all(checks)).map((check) => JSON.stringify(check))).size).toBe(1)
  expect(vies.calls).toHaveLength(1)
})

test('at most 20 calls run at once; one more is told at once that VIES is slow', async () => {
  const waiting = Promise.withResolvers<void>()
  await using vies = await startVies(async (response, request, body) => {
    await waiting.promise
    json(VALID)(response, request, body)
  })
  const service = vies.service()
  const ids = Array.from({ length: 100_000 }, (_, n) => readVatId(`DE${136695000 + n}`)).filter((id) => !!id)
  const checks = ids.slice(0, 20).map((id) => service.check(id))
  expect(await service.check(ids[20] ?? FR)).toEqual(TOO_SLOW)
  waiting.resolve()
  for (const check of await Promise.all(checks)) expect(check.state).toBe('confirmed')
  expect(vies.calls).toHaveLength(20)
  expect(await service.check(ids[20] ?? FR)).toMatchObject({ state: 'confirmed' })
})

test('after five failures a country is not asked for 30 s; others are, and what is kept is told', async () => {
  let nowMs = 0
  await using vies = await startVies(json(VALID))
  const service = vies.service({ now: () => nowMs })
  const [first, second, third, fourth] = GERMAN
  if (!first || !second || !third || !fourth) throw new Error('Four IDs are needed.')
  const kept = await service.check(first)
  vies.answer = json(error('MS_UNAVAILABLE'), 503)
  for (let count = 0; count < 5; count += 1) expect(await service.check(second)).toEqual(UNAVAILABLE)
  expect(vies.calls).toHaveLength(6)

  // It is open.
  vies.answer = json(VALID)
  expect(await service.check(second)).toEqual(UNAVAILABLE)
  expect(await service.check(third)).toEqual(UNAVAILABLE)
  expect(vies.calls).toHaveLength(6)
  expect(await service.check(first)).toEqual(kept)
  expect(await service.check(FR)).toMatchObject({ state: 'confirmed' })
  expect(vies.calls).toHaveLength(7)

  // After the pause one call is tried, and fails.
  vies.answer = json(error('MS_UNAVAILABLE'), 503)
  nowMs = 30_000
  expect(await Promise.all([service.check(second), service.check(third)])).toEqual([UNAVAILABLE, UNAVAILABLE])
  expect(vies.calls).toHaveLength(8)

  // After another pause one is answered, and all are asked again.
  vies.answer = json(VALID)
  nowMs = 60_000
  expect(await service.check(second)).toMatchObject({ state: 'confirmed' })
  expect(await service.check(third)).toMatchObject({ state: 'confirmed' })
  expect(await service.check(fourth)).toMatchObject({ state: 'confirmed' })
  expect(vies.calls).toHaveLength(11)
})

test('a service that never answers is waited for five times, then not at all', async () => {
  await using vies = await startVies(() => undefined)
  const service = vies.service({ timeoutMs: 50, now: () => 0 })
  for (let count = 0; count < 8; count += 1) expect(await service.check(FR)).toEqual(TOO_SLOW)
  expect(vies.calls).toHaveLength(5)
})

test('an answer that refuses an ID is an answer: it opens nothing', async () => {
  await using vies = await startVies(json({ valid: false }))
  const service = vies.service()
  const ids = Array.from({ length: 200 }, (_, n) => readVatId(`DE${136695000 + n}`)).filter((id) => !!id)
  for (const id of ids.slice(0, 8)) expect(await service.check(id)).toEqual({ state: 'refused' })
  expect(vies.calls).toHaveLength(8)
})

test('one request asks about a VAT ID once, also when VIES is down; the next request asks again', async () => {
  await using vies = await startVies(json(error('MS_UNAVAILABLE')))
  const service = vies.service()
  const once = askingOnce(service)
  const down = { state: 'unavailable', why: 'down' }
  expect([await once.check(FR, DE), await once.check(FR, DE)]).toEqual([down, down])
  expect(vies.calls).toHaveLength(1)
  await once.check(EL, DE)
  await askingOnce(service).check(FR, DE)
  expect(vies.calls).toHaveLength(3)
})

/** Answers nothing until it is told to. */
async function startSlowVies() {
  const waiting = Promise.withResolvers<void>()
  const vies = await startVies(async (response, request, body) => {
    await waiting.promise
    json(VALID)(response, request, body)
  })
  return { vies, finish: () => waiting.resolve() }
}

const IDS = Array.from({ length: 100_000 }, (_, n) => readVatId(`DE${136695000 + n}`)).filter((id) => !!id)

const asker = (kind: 'visitor' | 'customer', name: string, mayAsk = async () => true) => ({
  kind,
  name,
  mayAsk,
})

// attack: vies-places
test('visitors take no place of a customer, and nobody more than three at once', async () => {
  const { vies, finish } = await startSlowVies()
  await using _ = vies
  const service = vies.service()
  const ask = (at: number, who: ReturnType<typeof asker>) => service.check(IDS[at] ?? FR, undefined, who)
  const visitors = Array.from({ length: 100 }, (_, at) => ask(at, asker('visitor', `address ${at % 20}`)))
  await expect.poll(() => vies.calls.length).toBe(10)
  const buyers = Array.from({ length: 12 }, (_, at) => ask(200 + at, asker('customer', `account ${at}`)))
  await expect.poll(() => vies.calls.length).toBe(22)
  const one = Array.from({ length: 4 }, (_, at) => ask(300 + at, asker('customer', 'one account')))
  finish()
  expect((await Promise.all(buyers)).map(({ state }) => state)).toEqual(Array(12).fill('confirmed'))
  expect((await Promise.all(visitors)).filter(({ state }) => state === 'confirmed')).toHaveLength(10)
  expect((await Promise.all(one)).map(({ state }) => state)).toEqual([
    'confirmed',
    'confirmed',
    'confirmed',
    'unavailable',
  ])
})

// attack: vies-places
test('an ID that is known is told whoever asks, and another that may not ask keeps it from nobody', async () => {
  await using vies = await startVies(json(VALID))
  const service = vies.service()
  let counted = 0
  const counting = asker('visitor', 'a', async () => {
    counted += 1
    return counted <= 1
  })
  expect(await service.check(FR, DE, counting)).toMatchObject({ state: 'confirmed' })
  expect(await service.check(FR, DE, counting)).toMatchObject({ state: 'confirmed' })
  expect(counted).toBe(1)
  const both = await Promise.all([
    service.check(EL, DE, counting),
    service.check(EL, DE, asker('customer', 'b')),
  ])
  expect(both.map(({ state }) => state)).toEqual([expect.any(String), 'confirmed'])
  expect(await service.check(EL, DE, counting)).toMatchObject({ state: 'confirmed' })
})
