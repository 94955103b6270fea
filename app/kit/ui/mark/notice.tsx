import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { AlertIcon, CheckIcon, ClockIcon, InfoIcon } from './icons.tsx'

type NoticeTone = 'info' | 'good' | 'waiting' | 'bad'

const TINT: Record<NoticeTone, string> = {
  info: 'border-line bg-sunken text-ink',
  good: 'border-good-edge bg-good-tint text-good',
  waiting: 'border-wait-edge bg-wait-tint text-wait',
  bad: 'border-bad-edge bg-bad-tint text-bad',
}

const ICON: Record<NoticeTone, ReactNode> = {
  info: <InfoIcon size={20} />,
  good: <CheckIcon size={20} />,
  waiting: <ClockIcon size={20} />,
  bad: <AlertIcon size={20} />,
}

type NoticeProps = { tone?: NoticeTone; action?: ReactNode; className?: string; children: ReactNode }

/** A banner in the page; a screen reader reads the tone `bad` immediately, others politely. */
export function Notice({ tone = 'info', action, className, children }: NoticeProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded border px-4 py-3',
        TINT[tone],
        className,
      )}
    >
      <span className="mt-0.5">{ICON[tone]}</span>
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  )
}
