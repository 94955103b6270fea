import { expect, test } from 'vitest'
import { createCircuit } from './circuit.ts'

test('a circuit opens after so many failures in a row, and closes when a call after the pause is answered', () => {
  let nowMs = 0
  const circuit = createCircuit(3, 1000, () => nowMs)
  const fail = (why: 'down' | 'slow') => {
    expect(circuit.refuse()).toBeUndefined()
    circuit.report(why)
  }
  fail('down')
  fail('down')
  // An answer in between counts from the beginning.
  circuit.report('answered')
  fail('down')
  fail('down')
  fail('slow')
  expect(circuit.refuse()).toBe('slow')
  nowMs = 999
  expect(circuit.refuse()).toBe('slow')

  // One call is tried; the others are refused meanwhile.
  nowMs = 1000
  expect(circuit.refuse()).toBeUndefined()
  expect(circuit.refuse()).toBe('slow')
  circuit.report('down')
  expect(circuit.refuse()).toBe('down')
  nowMs = 1999
  expect(circuit.refuse()).toBe('down')

  nowMs = 2000
  expect(circuit.refuse()).toBeUndefined()
  circuit.report('answered')
  expect(circuit.refuse()).toBeUndefined()
  expect(circuit.refuse()).toBeUndefined()
})

test('when the result of the tried call is never reported, another is tried after a pause', () => {
  let nowMs = 0
  const circuit = createCircuit(1, 1000, () => nowMs)
  circuit.report('down')
  nowMs = 1000
  expect(circuit.refuse()).toBeUndefined()
  expect(circuit.refuse()).toBe('down')
  nowMs = 2000
  expect(circuit.refuse()).toBeUndefined()
})
