import type { ReactNode } from 'react'

type IconProps = { size?: 16 | 20; className?: string }

/** The same line weight at both sizes. Icons are decorative: the text next to an icon has the meaning. */
export function hairline(content: ReactNode) {
  return function Icon({ size = 16, className }: IconProps) {
    return (
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth={size === 16 ? 1.875 : 1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className ? `shrink-0 ${className}` : 'shrink-0'}
      >
        {content}
      </svg>
    )
  }
}

export const CheckIcon = hairline(<path d="m4 10.5 4 4 8-9" />)
export const ClockIcon = hairline(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4.25L12.75 12" />
  </>,
)
export const TruckIcon = hairline(
  <>
    <path d="M4.25 14H2.5V5H12v9H7.75M12 8h3l2.5 3v3h-1.75M12 14h.25" />
    <circle cx="6" cy="14.25" r="1.75" />
    <circle cx="14" cy="14.25" r="1.75" />
  </>,
)
export const AlertIcon = hairline(
  <>
    <path d="M10 2.75 18 16.5H2Z" />
    <path d="M10 8v3.75M10 14v.01" />
  </>,
)
export const CopyIcon = hairline(
  <>
    <rect x="7" y="7" width="10" height="10" rx="1.5" />
    <path d="M13 7V4.5A1.5 1.5 0 0 0 11.5 3h-7A1.5 1.5 0 0 0 3 4.5v7A1.5 1.5 0 0 0 4.5 13H7" />
  </>,
)
export const DownloadIcon = hairline(<path d="M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13" />)
export const CloseIcon = hairline(<path d="m5 5 10 10M15 5 5 15" />)
export const ChevronIcon = hairline(<path d="m7.5 4.5 5.5 5.5-5.5 5.5" />)
export const ExternalIcon = hairline(
  <path d="M11.5 3.5h5v5M16.5 3.5 9 11M8 4.5H4.5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V12" />,
)
export const SearchIcon = hairline(
  <>
    <circle cx="8.5" cy="8.5" r="5.5" />
    <path d="m12.5 12.5 4.5 4.5" />
  </>,
)
export const MenuIcon = hairline(<path d="M3 5.5h14M3 10h14M3 14.5h14" />)
export const PersonIcon = hairline(
  <>
    <circle cx="10" cy="6.5" r="3.5" />
    <path d="M3.5 17c.6-3.4 3.2-5 6.5-5s5.9 1.6 6.5 5" />
  </>,
)
export const BoxIcon = hairline(
  <path d="M10 2.5 17 6v8l-7 3.5L3 14V6Zm0 15V9.5M3 6l7 3.5L17 6M6.5 4.25l7 3.5" />,
)
export const CartIcon = hairline(
  <>
    <path d="M2 3h2.25l2 10h9l1.75-7H5" />
    <circle cx="7.25" cy="16.25" r="1.25" />
    <circle cx="14.25" cy="16.25" r="1.25" />
  </>,
)
export const StarIcon = hairline(
  <path d="m10 2.75 2.25 4.7 5.15.7-3.75 3.6.9 5.15L10 14.45 5.45 16.9l.9-5.15L2.6 8.15l5.15-.7Z" />,
)
export const InfoIcon = hairline(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 9.25v4M10 6.5v.01" />
  </>,
)
export const LockIcon = hairline(
  <>
    <rect x="4.5" y="9" width="11" height="8" rx="1" />
    <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
  </>,
)
export const LinkedInIcon = hairline(
  <>
    <rect x="2.75" y="2.75" width="14.5" height="14.5" rx="2" />
    <path d="M6.5 9v5M6.5 6.25v.01M9.75 14V9M9.75 11.25c0-3 4-3 4 0V14" />
  </>,
)
export const YouTubeIcon = hairline(
  <>
    <rect x="2" y="4.25" width="16" height="11.5" rx="3" />
    <path d="m8.5 7.75 3.75 2.25-3.75 2.25Z" />
  </>,
)
