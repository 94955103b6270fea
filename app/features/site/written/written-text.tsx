import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Section } from '#kit/ui/page/page-layout.tsx'
import type { Block, Words } from './read-text.ts'

/** A text as an admin wrote it; each heading begins a section. */
export const WrittenText = ({ blocks }: { blocks: readonly Block[] }) => (
  <Each of={sectionsOf(blocks)}>{(section) => <TextPart {...section} />}</Each>
)

type Content = Exclude<Block, { kind: 'heading' }>

interface TextSection {
  readonly heading?: readonly Words[]
  readonly content: Content[]
}

function sectionsOf(blocks: readonly Block[]): TextSection[] {
  const sections: TextSection[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ heading: block.words, content: [] })
    else if (sections.length === 0) sections.push({ content: [block] })
    else sections.at(-1)?.content.push(block)
  }
  return sections
}

function TextPart({ heading, content }: TextSection) {
  const texts = (
    <div className="grid max-w-prose gap-3 wrap-anywhere">
      <Each of={content}>{(block) => <TextBlock block={block} />}</Each>
    </div>
  )
  if (!heading) return texts
  return (
    <Section title={<Line words={heading} />}>
      <div className="-mt-2 md:-mt-4">{texts}</div>
    </Section>
  )
}

const TextBlock = ({ block }: { block: Content }) =>
  block.kind === 'list' ? (
    <ul className="grid list-disc gap-1 ps-5">
      <Each of={block.items}>
        {(words) => (
          <li>
            <Line words={words} />
          </li>
        )}
      </Each>
    </ul>
  ) : (
    <p>
      <Each of={block.lines}>
        {(words, place) => (
          <>
            {place > 0 && <br />}
            <Line words={words} />
          </>
        )}
      </Each>
    </p>
  )

const Line = ({ words }: { words: readonly Words[] }) => (
  <Each of={words}>
    {(each) => (typeof each === 'string' ? each : <Link to={each.href}>{each.words}</Link>)}
  </Each>
)

type EachProps<Item> = { of: readonly Item[]; children: (item: Item, place: number) => ReactNode }

/** The items of a text, which only their place tells apart. */
const Each = <Item,>({ of, children }: EachProps<Item>) =>
  of.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no other key.
    <Fragment key={place}>{children(item, place)}</Fragment>
  ))
