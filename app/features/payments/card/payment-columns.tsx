import type { ReactNode } from 'react'

type PaymentColumnsProps = {
  /** What is paid. */
  children: ReactNode
  /** How it is paid, or that it was. */
  pay: ReactNode
}

/** What is paid and the card, beside each other where there is room: the card is in sight, however long the order is. */
export const PaymentColumns = ({ children, pay }: PaymentColumnsProps) => (
  <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-12">
    {children}
    <div className="grid min-w-0 gap-6 lg:sticky lg:top-6">{pay}</div>
  </div>
)

/** The frame of what is filled in to pay. */
export const PaymentBox = ({ children }: { children: ReactNode }) => (
  <div className="grid min-w-0 gap-6 rounded border border-line p-4 md:p-6">{children}</div>
)
