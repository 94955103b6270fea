import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { SpinnerRing } from '#kit/ui/mark/spinner.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'destroy' | 'quiet' | 'warning' | 'success'
type ButtonSize = 'md' | 'sm'

const SIZE: Record<ButtonSize, string> = {
  md: 'min-h-11 px-4 text-base md:min-h-10 pointer-coarse:min-h-11',
  sm: 'min-h-8 px-3 text-sm pointer-coarse:min-h-11',
}

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border-edge bg-paper text-ink hover:border-ink',
  danger: 'border-bad-edge bg-paper text-bad hover:bg-bad-tint',
  destroy: 'border-transparent bg-bad-fill text-on-brand hover:bg-bad-fill-strong',
  quiet: 'border-transparent bg-transparent text-link hover:bg-tint',
  warning: 'border-wait-edge bg-wait-tint text-wait hover:border-wait',
  success: 'border-good-edge bg-good-tint text-good hover:border-good',
}

type Appearance = { variant?: ButtonVariant; size?: ButtonSize }

/** The classes of another element that looks like a button. */
export const buttonClasses = ({ variant = 'primary', size = 'md' }: Appearance): string =>
  classNames('button', SIZE[size], VARIANT[variant])

type ButtonProps = ComponentProps<'button'> &
  Appearance & {
    /** While true the button keeps its width, shows a spinner and ignores clicks. */
    busy?: boolean
    /** Replaces the label while busy; without it the label stays the accessible name. */
    busyLabel?: string
  }

export function Button({
  variant = 'primary',
  size = 'md',
  busy,
  busyLabel,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // The second click of a double click can arrive before React has rendered the busy state.
  const isRepeat = (event: MouseEvent) => busy !== undefined && event.detail > 1
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      className={classNames(buttonClasses({ variant, size }), busy && 'cursor-progress', className)}
      onClick={(event) => {
        if (busy || isRepeat(event)) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <Label hidden={busy && (busyLabel ? 'completely' : 'visually')}>{children}</Label>
      {busy && (
        <span>
          <SpinnerRing />
          {busyLabel}
        </span>
      )}
    </button>
  )
}

/** Stays in its cell while hidden, to keep the width. */
function Label({ hidden, children }: { hidden?: 'completely' | 'visually' | false; children: ReactNode }) {
  return (
    <span className={hidden ? (hidden === 'completely' ? 'invisible' : 'opacity-0') : undefined}>
      {children}
    </span>
  )
}

type ButtonLinkProps = ComponentProps<typeof Link> & Appearance

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  size = 'md',
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={classNames(buttonClasses({ variant, size }), className)}>
      <Label>{children}</Label>
    </Link>
  )
}
