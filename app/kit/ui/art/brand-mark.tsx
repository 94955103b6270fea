/** The shop's mark: a hexagon nut from its end. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M12 1.5L21.1 6.75V17.25L12 22.5L2.9 17.25V6.75ZM12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10Z"
        fill="var(--color-brand)"
        fillRule="evenodd"
      />
    </svg>
  )
}
