import { expect, test, vi } from 'vitest'
import { createLog } from '#kit/log.ts'
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
  type Vies,
  vatId,
} from '#tests/support/vies-server.ts'
import { createVatService, noVatService } from './vat-service.ts'

test('an ID that VIES confirms has its confirmation and the time', async () => {
  await using vies = await startVies(json(VALID))
  const service = vies.service({ now: () => 5 })
  expect(await service.check(FR, DE)).toEqual({ state: 'confirmed', confirmation: 'WAPIAAAAY1', atMs: 5 })
  expect(vies.calls).toEqual([
    {
      path: 'POST /rest-api/check-vat-number',
      body: {
        countryCode: 'FR',
        vatNumber: '40303265045',
        requesterMemberStateCode: 'DE',
        requesterNumber: '136695976',
      },
    },
  ])
})

test('without the ID of who asks VIES gives no confirmation; one that it does not have is not sent', async () => {
  await using vies = await startVies(json({ ...VALID, requestIdentifier: '' }))
  const service = vies.service({ now: () => 5 })
  expect(await service.check(EL)).toEqual({ state: 'confirmed', atMs: 5 })
  expect(await service.check(FR, vatId('GB980780684'))).toEqual({ state: 'confirmed', atMs: 5 })
  expect(vies.calls.map(({ body }) => body)).toEqual([
    { countryCode: 'EL', vatNumber: '094259216' },
    { countryCode: 'FR', vatNumber: '40303265045' },
  ])
})

test('an ID that VIES does not know is refused', async () => {
  await using vies = await startVies(json({ valid: false, requestIdentifier: '', name: '---' }))
  expect(await vies.service().check(FR)).toEqual({ state: 'refused' })
})

test('VIES is not asked about IDs of the United Kingdom and Switzerland, which it does not have', async () => {
  await using vies = await startVies(json(VALID))
  const service = vies.service()
  for (const text of ['GB980780684', 'CHE116281710MWST'])
    expect(await service.check(vatId(text))).toEqual({ state: 'refused' })
  expect(vies.calls).toEqual([])
})

test.each([
  ['MS_UNAVAILABLE', 500, UNAVAILABLE],
  ['MS_MAX_CONCURRENT_REQ', 200, UNAVAILABLE],
  ['INVALID_REQUESTER_INFO', 400, UNAVAILABLE],
  ['IP_BLOCKED', 200, UNAVAILABLE],
  ['TIMEOUT', 200, TOO_SLOW],
  ['INVALID_INPUT', 400, { state: 'refused' }],
])('the error %s with the status %i', async (code, status, check) => {
  await using vies = await startVies(json(error(code), status))
  expect(await vies.service().check(FR)).toEqual(check)
})

test.each<[string, Vies['answer']]>([
  ['a page', (response) => response.end('<html>{"valid": true}</html>')],
  ['nothing', (response) => response.end()],
  ['no content', (response) => response.writeHead(204).end()],
  ['no JSON', (response) => response.end('{"valid": true')],
  ['a list', json([VALID])],
  ['null', json(null)],
  ['a text for true', json({ ...VALID, valid: 'true' })],
  ['another word', json({ isValid: true })],
  ['a number for the confirmation', json({ ...VALID, requestIdentifier: 5 })],
  ['a confirmation that is too long', json({ ...VALID, requestIdentifier: 'x'.repeat(101) })],
  ['no errors', json({ actionSucceed: false, errorWrappers: [] })],
  ['500', (response) => response.writeHead(500).end('oops')],
  ['500 that confirms', json(VALID, 500)],
  ['201', json(VALID, 201)],
  ['a long answer', json({ ...VALID, address: 'x'.repeat(20_000) })],
  ['a connection that breaks', (response) => response.destroy()],
  [
    'an answer that breaks',
    (response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('{"valid": true', () => response.destroy())
    },
  ],
])('nonsense confirms nothing: %s', async (_, answer) => {
  await using vies = await startVies(answer)
  expect(await vies.service().check(FR)).toEqual(UNAVAILABLE)
  expect(vies.calls).toHaveLength(1)
})

test('of an answer without an end only the beginning is read', async () => {
  const closed = Promise.withResolvers<void>()
  await using vies = await startVies((response) => {
    response.on('close', closed.resolve)
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
      response.once('drain', write)
    }
    write()
  })
  expect(await vies.service().check(FR)).toEqual(UNAVAILABLE)
  await closed.promise
})

test('a redirect is not followed', async () => {
  await using other = await startVies(json(VALID))
  await using vies = await startVies((response) =>
    response.writeHead(307, { Location: `${other.url}/check-vat-number` }).end(),
  )
  expect(await vies.service().check(FR)).toEqual(UNAVAILABLE)
  expect(other.calls).toEqual([])
})

test('a service that is not there is down', async () => {
  const vies = await startVies(json(VALID))
  const service = vies.service()
  await vies[Symbol.asyncDispose]()
  expect(await service.check(FR)).toEqual(UNAVAILABLE)
})

test.each<[string, Vies['answer']]>([
  ['no answer', () => undefined],
  ['headers without a body', (response) => response.writeHead(200).flushHeaders()],
  [
    'a byte now and then',
    (response) => {
      const timer = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(timer))
    },
  ],
])('nobody waits for a slow service: %s', async (_, answer) => {
  await using vies = await startVies(answer)
  expect(await vies.service({ timeoutMs: 100 }).check(FR)).toEqual(TOO_SLOW)
})

test('the time for an answer is 3 s in all', async () => {
  using timeout = vi.spyOn(AbortSignal, 'timeout')
  const send = async () => Response.json(VALID)
  const service = createVatService({
    url: 'http://127.0.0.1:1',
    log: createLog('silent'),
    now: Date.now,
    send,
  })
  expect(await service.check(FR)).toMatchObject({ state: 'confirmed' })
  expect(timeout.mock.calls).toEqual([[3000]])
})

test('without a service nothing is confirmed', async () => {
  expect(await noVatService.check(FR)).toEqual(UNAVAILABLE)
})
