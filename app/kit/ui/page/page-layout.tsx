import type { ReactNode } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'

type Width = 'page' | 'reading' | 'form'

const WIDTH: Record<Width, string> = {
  page: 'max-w-(--page-width)',
  reading: 'max-w-[47rem]',
  form: 'max-w-[30rem]',
}

type ContainerProps = { width?: Width; className?: string; children: ReactNode }

/** Limits content to a width. Header and footer have that of the window on every page, so that nothing in them moves. */
export function Container({ width = 'page', className, children }: ContainerProps) {
  return <div className={classNames('mx-auto w-full px-4 md:px-6', WIDTH[width], className)}>{children}</div>
}

/** A page in it uses the whole width of the window. */
export const WidePage = ({ children }: { children: ReactNode }) => (
  <div data-wide-page className="contents">
    {children}
  </div>
)

/** The `main` of a page, the target of the skip link, with gaps of 24 px on a phone and 48 px on a desktop. */
export function PageLayout({ width, className, children }: ContainerProps) {
  return (
    <main id="content" tabIndex={-1} className="flex-1 py-6 outline-none md:py-12">
      <Container width={width} className={classNames('grid grid-cols-1 gap-6 md:gap-12', className)}>
        {children}
      </Container>
    </main>
  )
}

type SectionProps = {
  title: ReactNode
  id?: string
  lead?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A section with its own `h2`, which can be focused when its content has changed. */
export function Section({ title, id, lead, action, children }: SectionProps) {
  return (
    <section id={id} className="min-w-0">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:mb-6">
        <div className="min-w-0">
          <h2 tabIndex={-1} className="outline-none">
            {title}
          </h2>
          {lead && <p className="mt-1 max-w-prose text-muted">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
