import drawing from './empty-drawing.svg'

/** An empty storage bin with the outline of a missing part. */
export const EmptyDrawing = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 240 144" className={className} aria-hidden="true">
    <use href={`${drawing}#drawing`} />
  </svg>
)
