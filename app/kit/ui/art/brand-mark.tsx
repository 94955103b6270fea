import { BRAND_MARK } from './brand-mark-path.ts'

/** The shop's mark: a hexagon nut from its end. */
export function BrandMark() {
  return (
    <svg viewBox={`0 0 ${BRAND_MARK.size} ${BRAND_MARK.size}`} aria-hidden="true">
      <path d={BRAND_MARK.path} fill="var(--color-brand)" fillRule="evenodd" />
    </svg>
  )
}
