import { hairline } from '#kit/ui/mark/icons.tsx'

// Apart from the others, so that only the pages of admins load them.
export const PlusIcon = hairline(<path d="M10 4v12M4 10h12" />)
export const ChartIcon = hairline(<path d="M3 3v14h14M6.5 13.5v-3M10 13.5v-7M13.5 13.5V9" />)
export const ListIcon = hairline(<path d="M7 5h10M7 10h10M7 15h10M3.5 5v.01M3.5 10v.01M3.5 15v.01" />)
export const SlidersIcon = hairline(
  <>
    <path d="M3 6h6M13 6h4M3 14h2M9 14h8" />
    <circle cx="11" cy="6" r="2" />
    <circle cx="7" cy="14" r="2" />
  </>,
)
