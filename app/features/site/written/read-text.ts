import { toInternalPath } from '#kit/input/internal-path.ts'

/** A piece of a line: words, or words that are a link. */
export type Words = string | { readonly words: string; readonly href: string }

type Line = readonly Words[]

export type Block =
  | { readonly kind: 'heading'; readonly words: Line }
  | { readonly kind: 'paragraph'; readonly lines: readonly Line[] }
  | { readonly kind: 'list'; readonly items: readonly Line[] }

const HEADING = /^#{1,3}\s+(?=\S)/
const ITEM = /^[-*]\s+(?=\S)/
const LINK = /\[([^[\]\n]{1,200})\]\(([^()\s]{1,500})\)/g

/**
 * Reads a text as an admin writes it: an empty line ends a paragraph, `# ` begins a heading, `- ` an item of a list, and
 * `[words](address)` is a link. It is data, never HTML; what it cannot read stays as it was written.
 */
export function readText(text: string): Block[] {
  const blocks: Block[] = []
  let lines: Line[] = []
  let items: Line[] = []
  const end = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', lines })
    if (items.length > 0) blocks.push({ kind: 'list', items })
    lines = []
    items = []
  }
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (HEADING.test(line)) {
      end()
      blocks.push({ kind: 'heading', words: wordsOf(line.replace(HEADING, '')) })
    } else if (ITEM.test(line)) {
      if (lines.length > 0) end()
      items.push(wordsOf(line.replace(ITEM, '')))
    } else if (line === '') end()
    else {
      if (items.length > 0) end()
      lines.push(wordsOf(line))
    }
  }
  end()
  return blocks
}

function wordsOf(line: string): Line {
  const found: Words[] = []
  let from = 0
  for (const { 0: whole, 1: words = '', 2: address = '', index } of line.matchAll(LINK)) {
    const href = linkOf(address)
    if (href === undefined) continue
    if (index > from) found.push(line.slice(from, index))
    found.push({ words, href })
    from = index + whole.length
  }
  if (from < line.length) found.push(line.slice(from))
  return found
}

/** Where a link leads: to the web, to a mailbox or to a path of the shop. Any other address is no link. */
function linkOf(address: string): string | undefined {
  if (address.startsWith('/')) return toInternalPath(address)
  return /^(https?:\/\/|mailto:)/i.test(address) && URL.canParse(address) ? address : undefined
}
