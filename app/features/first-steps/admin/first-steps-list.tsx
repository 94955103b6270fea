import { useState } from 'react'
import { Link } from 'react-router'
import type { Wanted } from '#features/accounts/rights.ts'
import { FACTOR_PLACE, may } from '#features/accounts/staff-access.tsx'
import { IMPORTS_PATH } from '#features/catalog-import/paths.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CheckIcon, ChevronIcon } from '#kit/ui/mark/icons.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import type { FirstStep, StepName } from '../schema.ts'
import { areStepsHidden, hideSteps } from './hidden-steps.ts'

interface StepText {
  readonly label: string
  /** What is needed, and for what. */
  readonly needs: string
  readonly to: string
  /** Who may do it, besides who may change the settings. */
  readonly right?: Wanted
}

const STEPS: Readonly<Record<StepName, StepText>> = {
  seller: {
    label: 'Company and bank account',
    needs: 'Name, address, VAT ID or tax number and bank account, which stand on invoices.',
    to: '/dashboard/settings?part=seller',
  },
  identity: {
    label: 'Name and currency',
    needs:
      'What the shop is called on its pages and in its mails, and what it sells in: that is fixed by its first order.',
    to: '/dashboard/settings?part=shop',
  },
  tax: {
    label: 'Tax',
    needs: 'The rates that are charged. Those of the 27 countries of the EU are entered by one button.',
    to: '/dashboard/settings?part=tax',
  },
  delivery: {
    label: 'Delivery',
    needs: 'Where the shop delivers to, and at least one method with its prices.',
    to: '/dashboard/settings?part=delivery',
  },
  texts: {
    label: 'Texts of pages',
    needs: 'What the home page, the terms and the imprint say of your company.',
    to: '/dashboard/texts',
  },
  categories: {
    label: 'Categories',
    needs: 'Where parts are listed, and which facts they have.',
    to: '/dashboard/categories',
    right: 'products',
  },
  parts: {
    label: 'Parts',
    needs: 'Import them from a spreadsheet, or add one by one in Manage Product.',
    to: IMPORTS_PATH,
    right: 'products',
  },
  factor: {
    label: 'Second factor of an admin',
    needs: 'A code of an app beside the password, or a passkey.',
    to: FACTOR_PLACE,
    right: 'admin',
  },
  order: {
    label: 'A test order',
    needs: 'Order a part yourself, pay for it, and ship it, to see what customers see.',
    to: '/',
  },
}

/** What is left to do in a new shop, each with its state and where it is done. Nothing when all is done. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const [isHidden, setIsHidden] = useState(areStepsHidden)
  const done = steps.filter(({ isDone }) => isDone).length
  if (isHidden || done === steps.length) return null
  return (
    <Section
      title="First steps"
      lead={`What the shop needs before it sells. ${done} of ${steps.length} are done; the list goes when all are.`}
      action={
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            hideSteps()
            setIsHidden(true)
          }}
        >
          Hide first steps
        </Button>
      }
    >
      <ol aria-label="First steps" className="grid grid-cols-1 gap-x-8 border-line border-t xxl:grid-cols-2">
        {steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
    </Section>
  )
}

function Step({ step, isDone }: FirstStep) {
  const { label, needs, to, right } = STEPS[step]
  const text = (
    <>
      {isDone ? (
        <CheckIcon size={20} className="shrink-0 text-good" />
      ) : (
        <span className="mx-0.5 size-4 shrink-0 rounded-full border-2 border-wait" />
      )}
      <span className="min-w-0">
        <span className="font-medium">{label}</span>{' '}
        <span className={isDone ? 'text-good text-sm' : 'text-sm text-wait'}>
          {isDone ? 'Done' : 'To do'}
        </span>
        {!isDone && <span className="block text-muted text-sm">{needs}</span>}
      </span>
    </>
  )
  const place = 'flex min-h-12 items-center gap-3 px-1 py-2'
  if (right !== undefined && !may(right)) return <li className={`${place} border-line border-b`}>{text}</li>
  return (
    <li className="border-line border-b">
      <Link to={to} className={`${place} text-ink no-underline hover:bg-sunken`}>
        {text}
        <ChevronIcon className="ml-auto shrink-0 text-muted" />
      </Link>
    </li>
  )
}
