import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { fetchCountries } from '#features/delivery/client.ts'
import type { Country } from '#features/delivery/schema.ts'
import { fetchStandardRates } from '#features/tax/client.ts'
import type { StandardRates } from '#features/tax/schema.ts'
import { DEFAULT_IDENTITY } from '#kit/identity/shop-identity.ts'
import { ChangedMeanwhile } from '#kit/ui/admin/changed-meanwhile.tsx'
import { SaveBar } from '#kit/ui/admin/save-bar.tsx'
import { isMoreThanAnotherPart, useShownPart } from '#kit/ui/admin/use-shown-part.ts'
import { useFocusOnError } from '#kit/ui/form/use-focus-on-error.ts'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { settingChangeTexts } from '../admin/change-texts.ts'
import { fetchSettings } from '../admin/client.ts'
import { DatevPart } from '../admin/datev/datev-part.tsx'
import { DeliveryPart } from '../admin/delivery/delivery-part.tsx'
import { ExamplePanel } from '../admin/example/example-panel.tsx'
import { SellerPreview } from '../admin/example/seller-preview.tsx'
import { FIRST_PARTS, useExample } from '../admin/example/use-example.ts'
import { changedMeanwhile } from '../admin/form/changed-meanwhile.ts'
import { type SettingsForm, useSettingsForm } from '../admin/form/use-settings-form.ts'
import { MailsPart } from '../admin/mails/mails-part.tsx'
import { settingsParts } from '../admin/part-texts.ts'
import { missingFactsText } from '../admin/seller/missing-facts-text.ts'
import { SellerPart } from '../admin/seller/seller-part.tsx'
import { ShopPart } from '../admin/shop/shop-part.tsx'
import { TaxPart } from '../admin/tax/tax-part.tsx'
import { PARTS, type PartName, type Settings } from '../schema.ts'
import type { Route } from './+types/settings.ts'

const TITLE = 'Settings'

export const meta: Route.MetaFunction = () => privateMeta(TITLE)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async ({ email }) => {
    const { signal } = request
    const [settings, countries, standard] = await Promise.all([
      fetchSettings(signal),
      fetchCountries(signal),
      fetchStandardRates(signal),
    ])
    return { settings, countries, standard, email }
  })
}

export const shouldRevalidate = isMoreThanAnotherPart

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <LoadFailure heading={TITLE} title="The settings could not be loaded" error={error} />
)

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  return <SettingsEditor key={loaderData.email} {...loaderData} />
}

const LABELS = Object.fromEntries(settingsParts.map(({ part, label }) => [part, label])) as Readonly<
  Record<PartName, string>
>

const SHOWN = { parts: PARTS, parameter: 'part', partOf: (field: string) => field.split('/')[0] }

const SettingsHeading = () => (
  <PageHeading
    title={TITLE}
    lead="Who sells, which tax is due, how the shop delivers, who of the staff gets mails, what the shop is, and how it is booked. Orders that are placed keep what they were placed with."
    actions={
      <>
        <Link to="/dashboard/texts">Texts of pages</Link>
        <Link to="/dashboard/audit?kind=settings.changed">Changes of settings</Link>
      </>
    }
  />
)

type SettingsEditorProps = {
  settings: Settings
  countries: readonly Country[]
  standard: StandardRates
  email: string
}

function SettingsEditor({ settings, countries, standard, email }: SettingsEditorProps) {
  const formId = useId()
  const form = useSettingsForm(settings, email)
  const { part, isWrong, choicesOf } = useShownPart(SHOWN, form)
  const ref = useFocusOnError(isWrong ? form.failure : null)
  useShownIdentity(form.saved)
  const missing = missingFactsText(form.values)
  const hasExample = part !== 'mails' && part !== 'shop' && part !== 'datev'
  return (
    <>
      <SettingsHeading />
      <ChoiceLinks label="Parts of the settings" choices={choicesOf(LABELS)} />
      {missing !== undefined && <Notice tone="waiting">{missing}</Notice>}
      {form.theirs && (
        <ChangedMeanwhile
          heading="h2"
          key={form.saved.revision}
          changed={changedMeanwhile(form, form.theirs)}
          onTake={form.takeTheirs}
        />
      )}
      <div
        className={`grid grid-cols-1 items-start gap-8 ${hasExample ? 'xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-12' : ''}`}
      >
        <form
          id={formId}
          ref={ref}
          noValidate
          aria-label={LABELS[part]}
          // A focused field stays above the bar.
          className="grid min-w-0 gap-8 [&_:is(input,select,textarea)]:scroll-mb-72"
          onSubmit={(event) => {
            event.preventDefault()
            void form.save()
          }}
        >
          {part === 'seller' && <SellerPart form={form} countries={countries} />}
          {part === 'tax' && <TaxPart form={form} countries={countries} standard={standard} />}
          {part === 'delivery' && <DeliveryPart form={form} countries={countries} />}
          {part === 'mails' && <MailsPart form={form} />}
          {part === 'shop' && <ShopPart form={form} />}
          {part === 'datev' && <DatevPart form={form} />}
        </form>
        {hasExample && (
          <div className="xl:sticky xl:top-6">
            <Examples form={form} countries={countries} isOfSeller={part === 'seller'} />
          </div>
        )}
      </div>
      <SaveBar
        changes={form.changes.flatMap(settingChangeTexts)}
        failure={form.failure}
        busy={form.busy}
        formId={formId}
        onDiscard={form.discard}
        bringBack={form.bringBack}
      />
    </>
  )
}

/** What shows the name of the shop or money asks the page's root, which was sent before they were changed. */
function useShownIdentity({ currency, shop: { name = DEFAULT_IDENTITY.name } }: Settings): void {
  useEffect(() => {
    Object.assign(document.documentElement.dataset, { currency, shop: name })
  }, [currency, name])
}

type ExamplesProps = { form: SettingsForm; countries: readonly Country[]; isOfSeller: boolean }

function Examples({ form, countries, isOfSeller }: ExamplesProps) {
  const [parts, setParts] = useState(FIRST_PARTS)
  const state = useExample(form.values, parts)
  return isOfSeller ? (
    <SellerPreview seller={form.values.seller} state={state} />
  ) : (
    <ExamplePanel
      state={state}
      parts={parts}
      countries={countries}
      hasMethods={form.values.delivery.methods.length > 0}
      onChange={setParts}
    />
  )
}
