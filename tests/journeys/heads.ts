import type { Page } from 'playwright-core'
import { main } from './steps.ts'

/** The visible heads of tables whose text is wider than they are, or has a word that breaks. */
export const cutHeads = (page: Page) =>
  main(page)
    .locator('th')
    .evaluateAll((heads) => {
      const linesOf = (range: Range) =>
        new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
      const hasBrokenWord = (head: Element) => {
        const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const node = texts.currentNode
          for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s/–-]+/g)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (linesOf(range).size > 1) return true
          }
        }
        return false
      }
      // Cards hide the row of heads by making it a pixel wide.
      const visible = heads.filter(
        (head) => (head.closest('thead') ?? head).getBoundingClientRect().width > 1,
      )
      // Both widths are rounded.
      return {
        count: visible.length,
        cut: visible
          .filter((head) => head.scrollWidth > head.clientWidth + 1 || hasBrokenWord(head))
          .map((head) => `${head.textContent}: ${head.scrollWidth} in ${head.clientWidth}`),
      }
    })
