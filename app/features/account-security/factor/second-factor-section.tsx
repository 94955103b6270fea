import { useEffect, useRef, useState } from 'react'
import {
  beginFactor,
  makeBackupCodes,
  type NewFactor,
  type OwnFactor,
  removeFactor,
} from '#features/accounts/own-security.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { OwnerForm } from './owner-form.tsx'
import { ProveForm } from './prove-form.tsx'

/** What the section shows: how it is, who asks, the app that is being set up, or the codes that are shown once. */
type Step =
  | { readonly name: 'state' | 'set-up' | 'new-codes' | 'turn-off' }
  | { readonly name: 'prove'; readonly factor: NewFactor }
  | { readonly name: 'codes'; readonly codes: readonly string[] }

const LEAD =
  'Signing in then wants a code of an app on your phone too: a password that others know lets nobody in.'

type SectionProps = { own: OwnFactor; onChanged: () => Promise<void> }

/** Setting up a second factor, its backup codes, and turning it off. */
export function SecondFactor({ own, onChanged }: SectionProps) {
  const [step, setStep] = useState<Step>({ name: 'state' })
  const [isBack, setIsBack] = useState(false)
  const back = () => {
    setIsBack(true)
    setStep({ name: 'state' })
  }
  const show = (codes: readonly string[]) => setStep({ name: 'codes', codes })
  return (
    <Section id="second-factor" title="Second factor" lead={LEAD}>
      {step.name === 'state' && <State own={own} isBack={isBack} onStep={setStep} />}
      {step.name === 'set-up' && (
        <OwnerForm
          hasPassword={own.password}
          action="Continue"
          onBack={back}
          run={async (owner) => setStep({ name: 'prove', factor: await beginFactor(owner) })}
        />
      )}
      {step.name === 'prove' && (
        <ProveForm
          factor={step.factor}
          onBack={back}
          onProved={async () => {
            show(step.factor.backupCodes)
            notify.success('The second factor is on')
            await onChanged()
          }}
        />
      )}
      {step.name === 'new-codes' && (
        <OwnerForm
          hasPassword={own.password}
          lead="The backup codes that you have now stop working."
          action="Make new codes"
          onBack={back}
          run={async (owner) => {
            show(await makeBackupCodes(owner))
            await onChanged()
          }}
        />
      )}
      {step.name === 'turn-off' && (
        <OwnerForm
          hasPassword={own.password}
          lead="Signing in then wants no code any more."
          action="Turn off"
          onBack={back}
          run={async (owner) => {
            await removeFactor(owner)
            back()
            notify.success('The second factor is off')
            await onChanged()
          }}
        />
      )}
      {step.name === 'codes' && <BackupCodes codes={step.codes} onDone={back} />}
    </Section>
  )
}

type StateProps = { own: OwnFactor; isBack: boolean; onStep: (step: Step) => void }

/** How it is. `isBack`: a step that had the focus has ended, so the focus comes here. */
function State({ own, isBack, onStep }: StateProps) {
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isBack) said.current?.focus()
  }, [isBack])
  if (!own.factor)
    return (
      <div className="grid justify-items-start gap-4">
        <p ref={said} tabIndex={-1} className="outline-none">
          The second factor is off.
        </p>
        <Button variant="secondary" onClick={() => onStep({ name: 'set-up' })}>
          Set up second factor
        </Button>
      </div>
    )
  const { backupCodes = 0 } = own
  return (
    <div className="grid justify-items-start gap-4">
      <p ref={said} tabIndex={-1} className="outline-none">
        The second factor is on. {backupCodes === 1 ? '1 backup code is' : `${backupCodes} backup codes are`}{' '}
        left for when you do not have your phone.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onStep({ name: 'new-codes' })}>
          New backup codes
        </Button>
        <Button variant="danger" onClick={() => onStep({ name: 'turn-off' })}>
          Turn off second factor
        </Button>
      </div>
    </div>
  )
}
