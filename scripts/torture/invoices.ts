import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { problemsOfPdf } from '../../tests/support/en16931/check-paper.ts'
import { checkRandomInvoices, documentsOf } from '../../tests/support/en16931/check-random.ts'
import { randomCase } from '../../tests/support/en16931/random-orders.ts'
import type { Part } from './options.ts'

/** Of so many orders one is also rendered: a PDF takes a hundred times as long as its XML. */
const RENDERED_OF = 20

/**
 * In each round the invoice of a random order and the credit notes of its refunds, whose sums have to be those of the order, and
 * whose XML has to hold the rules of EN 16931 in each format. Needs no database.
 */
export const invoices: Part = async ({ rounds }) => {
  const seed = randomInt(2 ** 31)
  const violations: string[] = []
  try {
    checkRandomInvoices({ numRuns: rounds, seed })
  } catch (error) {
    violations.push(String(error))
  }
  let documents = 0
  for (const given of fc.sample(randomCase, { numRuns: Math.ceil(rounds / RENDERED_OF), seed }))
    for (const document of documentsOf(given)) {
      violations.push(...(await problemsOfPdf(document)))
      documents += 1
    }
  return {
    did: `${rounds} orders with their refunds in each format, ${documents} documents as PDF`,
    violations,
    figures: `seed ${seed}`,
  }
}
