import { breaksText } from '#features/catalog/fields.ts'
import type { PlannedPrices } from '#features/planned-prices/schema.ts'
import type { PriceBreak } from '#features/pricing/price-line.ts'
import { formatPrice } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { dayText } from '#kit/text/moment-text.ts'
import type { ChangeText } from '#kit/ui/admin/save-bar.tsx'

const breakText = ({ from, price }: PriceBreak): string => `${formatCount(from)}: ${formatPrice(price)}`

/** The prices of a plan, old and new: only the price breaks that differ. */
export function planChange(before: readonly PriceBreak[], after: readonly PriceBreak[]): ChangeText {
  const [from, to] = [before.map(breakText), after.map(breakText)]
  const only = (texts: readonly string[], others: readonly string[]): string =>
    texts.filter((text) => !others.includes(text)).join(' · ') || 'none'
  return { label: 'Prices', from: only(from, to), to: only(to, from) }
}

/** Why a plan is not applied, and what can be done; undefined of one that will be. */
export function obstacleText({ because, isHeld, present, day }: PlannedPrices): string | undefined {
  const outcome = isHeld ? `It was not applied on ${dayText(day)}` : 'As things stand, it will not be applied'
  switch (because) {
    case 'prices_changed':
      return `${outcome}: the prices were changed after it was planned, to ${breaksText(present)}. Keep the plan, or delete it.`
    case 'archived':
      return `${outcome}: the part is archived. Restore the part, or delete the plan.`
    case 'terms_changed':
      return `${outcome}: the minimum or the step of the part does not fit. Delete the plan and make another one.`
    case undefined:
      return undefined
  }
}

/** Who planned it, as the list names them. */
export const plannerText = ({ by, byHasNoRight }: Pick<PlannedPrices, 'by' | 'byHasNoRight'>): string =>
  byHasNoRight ? `${by}, who may not change parts any more` : by

/** What the part has just before that day: by its last plan before it, else what it has now. */
export const pricesBefore = (
  day: string,
  plans: readonly PlannedPrices[],
  now: readonly PriceBreak[],
): readonly PriceBreak[] => plans.filter((plan) => !plan.isHeld && plan.day < day).at(-1)?.prices ?? now
