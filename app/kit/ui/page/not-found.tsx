import type { ReactNode } from 'react'
import { NotFoundDrawing } from '#kit/ui/art/not-found-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { PageLayout } from './page-layout.tsx'

/** The page for unknown addresses. `children` can be what the visitor may have looked for. */
export function NotFound({ children }: { children?: ReactNode }) {
  return (
    <PageLayout width="reading" className="justify-items-center text-center">
      <div
        role="img"
        aria-label="404: the part between screw and washer is missing"
        className="w-full max-w-xl"
      >
        <NotFoundDrawing className="w-full" />
      </div>
      <div className="grid justify-items-center gap-4">
        <h1>Page not found</h1>
        <p className="max-w-prose text-muted">
          There is nothing at this address. The link may be old, or the part is no longer for sale.
        </p>
        {children}
        <ButtonLink to="/">See all parts</ButtonLink>
      </div>
    </PageLayout>
  )
}
