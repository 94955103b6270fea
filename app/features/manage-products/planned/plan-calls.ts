import { signOutIfForbidden, signOutWhereForbidden } from '#features/accounts/components.tsx'
import { plannedPricesClient } from '#features/planned-prices/client.ts'
import { PLANNED_AT_ONCE } from '#features/planned-prices/limits.ts'
import type { NewPlans, PlannedPrices } from '#features/planned-prices/schema.ts'
import { problemText, unwrap } from '#kit/browser/client.ts'
import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { DAY_MS } from '#kit/time.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'

const calls = plannedPricesClient['planned-prices']

/** Requests a page of the planned prices of a product, or of all, the next day first. */
export const fetchPlans = (product?: string): FetchPage<PlannedPrices> =>
  signOutWhereForbidden(({ limit, after }, signal) =>
    unwrapPage(calls.$get({ query: { product, limit, after } }, { init: { signal } })),
  )

type Plan = NewPlans['plans'][number]

/** "Prices of 12 parts planned for Feb 1, 2027" */
const plannedText = (count: number, day: string): string =>
  `Prices of ${formatCount(count)} ${count === 1 ? 'part' : 'parts'} planned for ${dayText(day)}`

/**
 * Plans new prices, with a toast that takes them back. Of more than one call takes, each hundred is planned or not: `onPlanned` is told
 * of each that is. Throws the refusal of one that is not.
 */
export async function planWithUndo(
  day: string,
  plans: readonly Plan[],
  onPlanned: (planned: readonly Plan[]) => void = () => undefined,
): Promise<void> {
  const ids: string[] = []
  try {
    for (let first = 0; first < plans.length; first += PLANNED_AT_ONCE) {
      const some = plans.slice(first, first + PLANNED_AT_ONCE)
      ids.push(...(await unwrap(calls.$post({ json: { day, plans: some } }))).ids)
      onPlanned(some)
    }
  } finally {
    if (ids.length > 0) notifyUndo({ text: plannedText(ids.length, day), calls: removalsOf(ids) })
  }
}

const removalsOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / PLANNED_AT_ONCE) }, (_, index) => ({
    method: 'POST' as const,
    path: '/api/planned-prices/removal',
    body: { ids: ids.slice(index * PLANNED_AT_ONCE, (index + 1) * PLANNED_AT_ONCE) },
  }))

/** Deletes a plan. One that could be planned again as it is has a toast that does. */
async function removeWithUndo({
  _id,
  name,
  day,
  productId,
  before,
  prices,
  because,
}: PlannedPrices): Promise<void> {
  await unwrap(calls.removal.$post({ json: { ids: [_id] } }))
  const text = `Planned prices of “${name}” deleted`
  const body = { day, plans: [{ productId, before, prices }] }
  if (because !== undefined) notify.success(text)
  else notifyUndo({ text, calls: [{ method: 'POST', path: '/api/planned-prices', body }] })
}

async function keep({ _id, name, day, present }: PlannedPrices): Promise<void> {
  const json = { present }
  const { applied } = await unwrap(calls[':id'].keep.$post({ param: { id: encodeURIComponent(_id) }, json }))
  notify.success(applied ? `“${name}” has the planned prices now` : `“${name}” gets them on ${dayText(day)}`)
}

/** Does one thing with a plan, then calls `onDone`; also when it was refused, since the plan is another one then. */
export const decide =
  (onDone: () => unknown) =>
  async (what: 'remove' | 'keep', plan: PlannedPrices): Promise<void> => {
    try {
      await (what === 'keep' ? keep(plan) : removeWithUndo(plan))
    } catch (error) {
      if (signOutIfForbidden(error)) return
      notify.error(problemText(error))
    }
    await onDone()
  }

/** The day after today where the reader is: the shop says so if its own is a later one. */
export const tomorrow = (): string => new Date(Date.now() + DAY_MS).toLocaleDateString('en-CA')
