import drawing from './not-found-drawing.svg'

/** A screw and a washer on one axis; the nut between them is missing, with the dimension 404. */
export const NotFoundDrawing = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 480 240" className={className} aria-hidden="true">
    <use href={`${drawing}#drawing`} />
  </svg>
)
