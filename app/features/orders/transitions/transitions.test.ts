import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readProjectFile } from '../../../../tests/support/project.ts'
import { MAIL_CONTENTS } from '../mails/mail-contents.ts'
import { orderEventKinds } from '../states.ts'
import { orderStates } from './order-state.ts'
import { RIGHT_TO } from './rights.ts'
import { findTransition, TRANSITIONS, type Transition } from './transitions.ts'

const ACTIONS = [...new Set(TRANSITIONS.map(({ action }) => action))]

const rowsOf = (action: string) => TRANSITIONS.filter((row) => row.action === action)

const isAllowed = (row: (typeof TRANSITIONS)[number]): row is Transition => 'then' in row

const allowed = TRANSITIONS.filter(isAllowed)

test('each action has one row in each state for each who may do it in any, and only placing has one without an order', () => {
  expect(ACTIONS).toHaveLength(30)
  const wrong = ACTIONS.flatMap((action) => {
    const states = action === 'place' ? (['new'] as const) : orderStates
    const actors = new Set(rowsOf(action).flatMap(({ by = [] }) => by))
    return states.flatMap((state) =>
      [...actors].flatMap((by) => {
        const rows = rowsOf(action).filter(
          (row) => row.from.some((is) => is === state) && (row.by?.includes(by) ?? true),
        )
        return rows.length === 1 ? [] : [`${rows.length} rows: ${action}, ${state}, ${by}`]
      }),
    )
  })
  expect(wrong).toEqual([])
  expect(rowsOf('place').flatMap(({ from }) => from)).toEqual(['new'])
})

test('nothing happens to a cancelled order, and whoever no row names is told of no order', () => {
  expect(allowed.filter(({ from }) => from.some((is) => is === 'cancelled'))).toEqual([])
  const refused = { refused: { code: 'not_found', says: 'There is no such order.' } }
  expect(findTransition('ship', 'pending', 'customer')).toMatchObject(refused)
  expect(findTransition('cancel', 'unpaid', 'link')).toMatchObject(refused)
})

test('what only the staff may do takes a right', () => {
  const own = allowed.filter(({ by }) => by.some((actor) => actor !== 'staff')).map(({ action }) => action)
  expect(ACTIONS.filter((action) => !own.includes(action)).sort()).toEqual(Object.keys(RIGHT_TO).sort())
})

test('a call asks for the right of each such action', () => {
  const calls = globSync('app/features/**/api.ts').map(readProjectFile)
  const asked = calls.flatMap((code) => [...code.matchAll(/\bRIGHT_TO(?:\.(\w+)|\['([\w ]+)'\])/g)])
  const actions = new Set(asked.map(([, word, words]) => word ?? words))
  expect([...actions].sort()).toEqual(Object.keys(RIGHT_TO).sort())
})

test('each mail about an order and each kind of event follows from an action', () => {
  expect(new Set(allowed.flatMap(({ then: { mail = [] } }) => mail))).toEqual(
    new Set(Object.keys(MAIL_CONTENTS)),
  )
  expect(new Set(allowed.flatMap(({ then: { event = [] } }) => event))).toEqual(new Set(orderEventKinds))
})

test('only pieces of an unpaid order are released, when it ends', () => {
  const ending = allowed.filter(({ to }) => to.includes('cancelled'))
  expect([...new Set(ending.map(({ action }) => action))].sort()).toEqual([
    'cancel',
    'decline',
    'disown',
    'lapse',
  ])
  for (const { then } of ending) expect(then).toMatchObject({ stock: 'released' })
  expect(allowed.filter(({ then }) => then.stock === 'released')).toHaveLength(ending.length)
})

/** The lines of the picture: from one state to another, with the actions that lead there. */
function picture(): string[] {
  const arrows = allowed.flatMap(({ action, from, to }) =>
    from.flatMap((before) =>
      to.filter((after) => after !== before).map((after) => ({ action, before, after })),
    ),
  )
  const byStates = Map.groupBy(arrows, ({ before, after }) =>
    [before === 'new' ? '[*]' : before, '-->', after].join(' '),
  )
  return [...byStates].map(
    ([states, own]) => `${states}: ${[...new Set(own.map(({ action }) => action))].join(', ')}`,
  )
}

test('the picture in docs/architecture.md has what leads from one state to another', () => {
  const [, drawn = ''] =
    /```mermaid\nstateDiagram-v2\n([^`]+)```/.exec(readProjectFile('docs/architecture.md')) ?? []
  const lines = drawn
    .trim()
    .split('\n')
    .map((line) => line.trim())
  expect(lines).toEqual([
    ...picture(),
    'unpaid --> overdue: the hold is over',
    'waiting --> unanswered: the hold is over',
    'cancelled --> [*]',
  ])
})
