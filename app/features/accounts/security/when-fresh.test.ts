import { expect, test } from 'vitest'
import { ProblemError } from '#kit/browser/client.ts'
import { accountRefusals } from '../refusals.ts'
import { askBy, whenFresh } from './when-fresh.ts'

const { code, status } = accountRefusals.signInAgain

test('calls at once that want the password ask once, and all go on with it; a later one asks again', async () => {
  const answers: ((isGiven: boolean) => void)[] = []
  askBy(() => new Promise((resolve) => answers.push(resolve)))
  let isFresh = false
  const call = async () => {
    if (!isFresh) throw new ProblemError(status, code, 'Give your password again.')
    return 'done'
  }
  const both = Promise.all([whenFresh(call), whenFresh(call)])
  await expect.poll(() => answers.length).toBe(1)
  isFresh = true
  answers[0]?.(true)
  expect(await both).toEqual(['done', 'done'])
  expect(answers).toHaveLength(1)
  isFresh = false
  const later = whenFresh(call)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(false)
  await expect(later).rejects.toMatchObject({ code })
  askBy(undefined)
})
