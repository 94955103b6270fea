/** The shop's mark: a hexagon nut from its end, as tall as the text beside it unless a class says otherwise. */
export function BrandMark({ className = 'size-[1em]' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <path
        d="M12 1.5L21.1 6.75V17.25L12 22.5L2.9 17.25V6.75ZM12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10Z"
        fill="var(--color-brand)"
        fillRule="evenodd"
      />
    </svg>
  )
}
