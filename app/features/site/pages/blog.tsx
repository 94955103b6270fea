import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { requirePage } from '#kit/rendering/require-page.ts'
import { ChevronIcon } from '#kit/ui/mark/icons.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { type Question, questions } from '../content/questions.tsx'
import type { Route } from './+types/blog.ts'

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) =>
  publicMeta(
    { title: 'My Blogs', description: 'Six questions about React and JavaScript, answered with examples.' },
    page,
  )

export function loader(): null {
  requirePage('/blog')
  return null
}

export default function Blog() {
  useOpenByHash()
  return (
    <PageLayout width="reading">
      <div className="grid grid-cols-1 gap-6">
        <PageHeading title="My Blogs" lead="Six questions about React and JavaScript, answered." />
        <div className="border-line border-b">
          {questions.map((question) => (
            <Answer key={question.id} {...question} />
          ))}
        </div>
      </div>
    </PageLayout>
  )
}

/** With a shared `name` the browser closes one answer when another opens. */
function Answer({ id, question, answer }: Question) {
  return (
    <details id={id} name="blog" className="group scroll-mt-4 border-line border-t">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 hover:text-link [&::-webkit-details-marker]:hidden">
        <h2 className="font-medium text-base">{question}</h2>
        <ChevronIcon size={20} className="rotate-90 text-muted transition-transform group-open:-rotate-90" />
      </summary>
      <div className="max-w-prose space-y-3 pb-6 [&_code]:font-mono [&_code]:text-[0.875em] [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:ps-5">
        {answer}
        <p className="text-sm">
          <a href={`#${id}`}>Link to this answer</a>
        </p>
      </div>
    </details>
  )
}

/** Opens the answer that the address's hash names, on load and when the hash changes. */
function useOpenByHash(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const linked = questions.find(({ id }) => `#${id}` === hash)
    const element = linked && document.getElementById(linked.id)
    if (!(element instanceof HTMLDetailsElement)) return
    element.open = true
    element.scrollIntoView()
  }, [hash])
}
