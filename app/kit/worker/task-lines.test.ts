import { expect, test } from 'vitest'
import { createTaskLines } from './task-lines.ts'

test('a line that is never empty lets the others have every third task', async () => {
  const add = createTaskLines({ mails: 3, others: 20, last: 20 })
  const done: string[] = []
  let stillMails = 20
  const addMail = async (): Promise<void> => {
    while (stillMails > 0) {
      stillMails -= 1
      await add('mails', async () => void done.push('mail'))
    }
  }
  const mails = [addMail(), addMail(), addMail()]
  const others = (['others', 'last', 'others', 'last'] as const).map((line, at) =>
    add(line, async () => void done.push(`${line} ${at}`)),
  )
  await Promise.all([...mails, ...others])
  // All mails are of connections that add the next at once.
  expect(done.filter((what) => what === 'mail')).toHaveLength(20)
  expect(done.filter((what) => what !== 'mail')).toEqual(['others 0', 'last 1', 'others 2', 'last 3'])
  expect(done.indexOf('last 3')).toBeLessThan(15)
})
