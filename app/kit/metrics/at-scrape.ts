import { Counter, Gauge, type Registry } from 'prom-client'
import { within } from '#kit/db/errors.ts'

/** Less than Prometheus waits for all metrics. */
const ANSWERED_WITHIN_MS = 3000

/**
 * A reading that several gauges of a scrape share. One that takes long is not made twice at once, and is given up: without the
 * database the other metrics are still reported.
 */
export function readOnce<Value>(read: () => Promise<Value>): () => Promise<Value | undefined> {
  let reading: Promise<Value> | undefined
  return async () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return within(ANSWERED_WITHIN_MS, reading).catch(() => undefined)
  }
}

/** A gauge that is read at each scrape, so that it is right in every process; NaN where it cannot be read. */
export function gaugeAtScrape(
  registry: Registry,
  name: string,
  { help, read }: { readonly help: string; readonly read: () => Promise<number | undefined> },
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set((await read()) ?? Number.NaN)
    },
  })
}

/** Counts by one label. Every value begins at 0: Prometheus would not see the increase to the first one otherwise. */
export function countBy<Value extends string>(
  registry: Registry,
  name: string,
  {
    help,
    label,
    values,
  }: { readonly help: string; readonly label: string; readonly values: readonly Value[] },
): (value: Value) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
  for (const value of values) counter.inc({ [label]: value }, 0)
  return (value) => counter.inc({ [label]: value })
}
