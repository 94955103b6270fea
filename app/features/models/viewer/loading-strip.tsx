import type { ReactNode } from 'react'
import { Button } from '#kit/ui/form/button.tsx'

type LoadingStripProps = {
  /** What happens, or why nothing does; a screen reader reads it. */
  text: string
  icon: ReactNode
  /** The label of the button that ends it. */
  ending: string
  /** Without it, it cannot be ended. */
  onEnd: (() => void) | undefined
  /** What else can be done. */
  children?: ReactNode
}

/** What stands over the picture until the model is there. */
export function LoadingStrip({ text, icon, ending, onEnd, children }: LoadingStripProps) {
  return (
    <div className="float absolute inset-x-2 bottom-2 flex flex-wrap items-center gap-2 p-2 pl-3">
      {icon}
      <p role="status" className="min-w-0 flex-1 basis-40">
        {text}
      </p>
      {children}
      {onEnd && (
        <Button variant="secondary" size="sm" onClick={onEnd}>
          {ending}
        </Button>
      )}
    </div>
  )
}
