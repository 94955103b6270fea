import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPublicRenderer, type PublicRenderer, publicRenderingSignal } from './public-renderer.ts'
import type { ReplicaState } from './replica.ts'
import { shows } from './shown.ts'

/** The tags that each change touched, the first with number 1. */
let touched: string[]
let shown: ReplicaState | undefined
let isLeftAlone: boolean
/** What a rendering from the replica does, besides naming the tag `part`. */
let onReplica: () => Promise<Response>
let sources: string[]
let render: PublicRenderer
let stopListening: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  touched = ['part']
  shown = { number: 1, atMs: performance.now() - 300 }
  isLeftAlone = false
  onReplica = async () => new Response('replica')
  sources = []
  stopListening = publicRenderingSignal.listen((source) => sources.push(source))
  render = createPublicRenderer(
    {
      since: (number, tags) =>
        touched.slice(number).some((tag) => tags.includes(tag)) ? 'others' : undefined,
    },
    async () => {
      shows('part')
      return new Response('primary')
    },
    {
      replica: {
        shown: async () => shown,
        leaveAlone: () => {
          isLeftAlone = true
        },
        health: async () => ({ problem: undefined, lagMs: 0 }),
      },
      render: () => {
        shows('part')
        return onReplica()
      },
    },
  )
})
afterEach(() => {
  stopListening()
  vi.useRealTimers()
})

/** The text that is rendered after the last change. */
const rendered = async (former?: string[]) =>
  Buffer.from((await render('/', touched.length, former)).content?.body ?? []).toString()

test('what has not changed since is rendered from the replica, and is as old as that', async () => {
  touched.push('other')
  const { content, tags, atMs } = await render('/', 2, ['*', 'part'])
  expect([content?.status, tags, atMs]).toEqual([200, ['*', 'part'], performance.now() - 300])
  expect([await rendered(), sources, isLeftAlone]).toEqual(['replica', ['replica', 'replica'], false])
})

test('while the replica is not to be read, the primary is', async () => {
  shown = undefined
  const { atMs } = await render('/', 1)
  expect([await rendered(), sources, atMs]).toEqual(['primary', ['primary', 'primary'], performance.now()])
})

test('what changed since the last change that the replica has is rendered from the primary', async () => {
  touched.push('part')
  expect(await rendered(['*', 'part'])).toBe('primary')
  touched.push('*')
  expect([await rendered(), sources]).toEqual(['primary', ['primary', 'primary']])
})

test('what turns out to show such a change is rendered again from the primary', async () => {
  touched.push('part')
  expect(await rendered()).toBe('primary')
  touched.pop()
  onReplica = async () => {
    touched.push('part')
    return new Response('replica')
  }
  expect([await rendered(), sources, isLeftAlone]).toEqual(['primary', ['repeated', 'repeated'], false])
})

test('that nothing is at an address is known only when the replica has every change', async () => {
  onReplica = async () => new Response('replica', { status: 404 })
  expect(await rendered()).toBe('replica')
  touched.push('of no tag that the answer has')
  expect([await rendered(), sources]).toEqual(['primary', ['replica', 'repeated']])
})

test('a failure is repeated on the primary, an answer that must not be shared is not', async () => {
  onReplica = async () => new Response('replica', { status: 503 })
  expect(await rendered()).toBe('primary')
  onReplica = async () => {
    throw new Error('cancelled because of a conflict with the replay')
  }
  expect(await rendered()).toBe('primary')
  onReplica = async () => new Response('replica', { status: 422 })
  expect((await render('/', 1)).content).toBeUndefined()
  expect([sources, isLeftAlone]).toEqual([['repeated', 'repeated', 'replica'], false])
})

test('after a second the primary is read instead, and the replica is left alone', async () => {
  onReplica = () => new Promise(() => undefined)
  const waiting = rendered()
  await vi.advanceTimersByTimeAsync(999)
  expect([await Promise.race([waiting, 'none']), isLeftAlone]).toEqual(['none', false])
  await vi.advanceTimersByTimeAsync(1)
  expect([await waiting, sources, isLeftAlone]).toEqual(['primary', ['repeated'], true])
})

test('without a replica nothing is counted', async () => {
  const alone = createPublicRenderer(
    { since: () => undefined },
    async () => new Response('primary'),
    undefined,
  )
  expect((await alone('/', 1)).content?.status).toBe(200)
  expect(sources).toEqual([])
})
