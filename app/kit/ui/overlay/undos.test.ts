import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#tests/support/browser-storage.ts'

const NOW_MS = Date.UTC(2026, 10, 23, 12)

const calls = [
  { method: 'PUT', path: '/api/a', body: { on: false } },
  { method: 'DELETE', path: '/api/b' },
] as const

const undo = { id: 'one', text: 'Done', calls, untilMs: NOW_MS + 10_000, about: ['a'] }

let sent: { path: string; method: string; body: unknown }[]
let answer: (path: string) => Response

/** The module has state: importing it again is what a reload of the page does. */
async function reloaded() {
  vi.resetModules()
  return import('./undos.ts')
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS })
  stubStorage('sessionStorage')
  stubStorage('localStorage')
  sent = []
  answer = () => Response.json({ ok: true })
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent.push({ path, method: String(method), body })
    return answer(path)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a change stays to be undone over a reload, until its time is over', async () => {
  const before = await reloaded()
  before.addUndo(undo)
  expect((await reloaded()).listUndos()).toEqual([undo])
  vi.setSystemTime(undo.untilMs)
  expect((await reloaded()).listUndos()).toEqual([])
})

test('what the tab keeps and is no undo is left out', async () => {
  sessionStorage.setItem('undos', JSON.stringify([null, 1, {}, { ...undo, calls: 'x' }, undo]))
  expect((await reloaded()).listUndos()).toEqual([undo])
  sessionStorage.setItem('undos', '{}')
  expect((await reloaded()).listUndos()).toEqual([])
})

test('undoing sends each call once, tells the answers, and forgets the change', async () => {
  const { addUndo, listUndos, runUndo, subscribeUndone } = await reloaded()
  const undone = vi.fn()
  subscribeUndone(undone)
  addUndo(undo)
  expect(await Promise.all([runUndo('one'), runUndo('one')])).toEqual([true, false])
  expect(sent).toEqual([
    { path: '/api/a', method: 'PUT', body: '{"on":false}' },
    { path: '/api/b', method: 'DELETE', body: undefined },
  ])
  expect(undone.mock.calls).toEqual([[[{ ok: true }, { ok: true }]]])
  expect(listUndos()).toEqual([])
  expect(await runUndo('one')).toBe(false)
})

test('a call that fails stays with the later ones, also over a reload; those before are not sent again', async () => {
  const { addUndo, runUndo } = await reloaded()
  addUndo(undo)
  answer = (path) => {
    if (path === '/api/b') throw new TypeError('no connection')
    return Response.json({})
  }
  await expect(runUndo('one')).rejects.toMatchObject({ code: 'offline' })
  const after = await reloaded()
  expect(after.listUndos()).toEqual([{ ...undo, calls: [calls[1]] }])
  answer = () => Response.json({})
  expect(await after.runUndo('one')).toBe(true)
  expect(sent.map(({ path }) => path)).toEqual(['/api/a', '/api/b', '/api/b'])
})

test('a refusal is thrown with its sentence, and a change dismissed meanwhile does not come back', async () => {
  const { addUndo, forgetUndo, listUndos, runUndo } = await reloaded()
  addUndo(undo)
  answer = () => {
    forgetUndo('one')
    return Response.json({ code: 'conflict', detail: 'It is refunded.' }, { status: 409 })
  }
  await expect(runUndo('one')).rejects.toMatchObject({ status: 409, detail: 'It is refunded.' })
  expect(listUndos()).toEqual([])
})
