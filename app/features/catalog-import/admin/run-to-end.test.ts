import { afterEach, expect, test, vi } from 'vitest'
import { ProblemError } from '#kit/browser/client.ts'
import type { Import } from '../schema.ts'
import { applyImport, fetchImport } from './client.ts'
import { runToEnd } from './run-to-end.ts'

vi.mock(import('./client.ts'), async (original) => ({
  ...(await original()),
  applyImport: vi.fn(),
  fetchImport: vi.fn(),
}))

afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

const offline = new ProblemError(0, 'offline', 'The shop could not be reached.')
const stateIs = (state: Import['state']) => ({ _id: 'a', state, rows: [] }) as never

/** The states that the page gets, and what it says in the end. */
async function run(failure: ProblemError, ...asked: (Import['state'] | ProblemError)[]) {
  vi.useFakeTimers()
  vi.mocked(applyImport).mockRejectedValueOnce(failure)
  for (const each of asked)
    if (each instanceof ProblemError) vi.mocked(fetchImport).mockRejectedValueOnce(each)
    else vi.mocked(fetchImport).mockResolvedValueOnce(stateIs(each))
  const states: string[] = []
  const running = runToEnd('apply', 'a', ({ state }) => states.push(state)).then(
    () => 'done',
    (error: unknown) => error,
  )
  await vi.runAllTimersAsync()
  expect(fetchImport).toHaveBeenCalledTimes(asked.length)
  return { states, end: await running }
}

test.each([
  ['a lost answer', offline],
  ['a proxy that waits no longer', new ProblemError(504, 'unknown', 'The shop could not answer.')],
  ['a second call meanwhile', new ProblemError(409, 'conflict', 'The import is being applied.')],
])('after %s the result is waited for', async (_what, failure) => {
  expect(await run(failure, 'applying', offline, 'applied')).toEqual({ states: ['applied'], end: 'done' })
})

test('a call that never reached the shop is said to have failed', async () => {
  expect(await run(offline, 'ready')).toEqual({ states: ['ready'], end: offline })
})

test('a refusal that says why is not asked about', async () => {
  const outdated = new ProblemError(409, 'import_outdated', 'Changed since.')
  expect(await run(outdated)).toEqual({ states: [], end: outdated })
})
