import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { AlertIcon, CheckIcon, ClockIcon, InfoIcon } from './icons.tsx'

type Tone = 'waiting' | 'good' | 'bad' | 'neutral'

const TINT: Record<Tone, string> = {
  waiting: 'bg-wait-tint text-wait',
  good: 'bg-good-tint text-good',
  bad: 'bg-bad-tint text-bad',
  neutral: 'bg-sunken text-muted',
}

const ICON: Record<Tone, ReactNode> = {
  waiting: <ClockIcon />,
  good: <CheckIcon />,
  bad: <AlertIcon />,
  neutral: <InfoIcon />,
}

type StatusBadgeProps = {
  tone: Tone
  icon?: ReactNode
  className?: string
  title?: string
  children: ReactNode
}

/** A status as text; icon and colour are only additional. */
export function StatusBadge({ tone, icon = ICON[tone], className, title, children }: StatusBadgeProps) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex h-6 items-center gap-1 whitespace-nowrap rounded px-2 font-medium text-xs',
        TINT[tone],
        className,
      )}
    >
      {icon}
      <span>{children}</span>
    </span>
  )
}
