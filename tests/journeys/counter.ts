import type { Page } from 'playwright-core'
import { pathOf } from './steps.ts'

/** Counts what a person does, a filled field or a click each, and the pages on which it is done. */
export function counter(page: Page) {
  const pages = new Set<string>()
  let actions = 0
  return {
    act: async (action: () => Promise<unknown>, count = 1): Promise<void> => {
      actions += count
      pages.add(pathOf(page).split('/').slice(0, 3).join('/'))
      await action()
    },
    counted: () => ({ actions, pages: [...pages] }),
  }
}
