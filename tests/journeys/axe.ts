import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** Its short form: each opened page reads it anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The dark theme changes colours only, and the other rules take half of the time. */
const RULES = {
  light: { runOnly: ALL_RULES, resultTypes: ['violations'] },
  dark: { runOnly: ['color-contrast'], resultTypes: ['violations'] },
} as const satisfies Record<string, RunOptions>

/** To draw a page in another scheme or size takes as long as some of the rules: in this sequence it is done once each. */
const SCHEMES = ['dark', 'light'] as const

const WIDTHS = [375, 1280]

/**
 * The violations that axe finds on the current page at each width: rule and element. In dark, contrasts only. The page
 * is light, of the last width and has no transitions afterwards: a toast that fades out while axe reads it would have too little contrast.
 */
export async function axeViolations(page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> {
  // Evaluated, because the content security policy of the page does not allow a script element.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found: string[] = []
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of colorScheme === 'light' ? widths : widths.toReversed()) {
      await setWidth(page, width)
      await page.evaluate(waitForAnimations)
      for (const { id, nodes } of await run(page, RULES[colorScheme])) {
        for (const { target } of nodes) found.push(`${id} at ${width}, ${colorScheme}: ${target.join(' ')}`)
      }
    }
  }
  return found
}

/** Waits until transitions and animations have finished. */
async function waitForAnimations(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
}

export const setWidth = (page: Page, width: number): Promise<void> =>
  page.setViewportSize({ width, height: 900 })

const run = (page: Page, options: RunOptions): Promise<AxeResults['violations']> =>
  page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    return (await axe.run(rules)).violations
  }, options)
