import { useId } from 'react'
import { Link } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { ChangedMeanwhile } from '#kit/ui/admin/changed-meanwhile.tsx'
import { SaveBar } from '#kit/ui/admin/save-bar.tsx'
import { isMoreThanAnotherPart, useShownPart } from '#kit/ui/admin/use-shown-part.ts'
import { useFocusOnError } from '#kit/ui/form/use-focus-on-error.ts'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchTexts } from '../admin/client.ts'
import { PAGE_LABELS, textLabels } from '../admin/text-labels.ts'
import { changedNames, changeTextsOf } from '../admin/texts/draft.ts'
import { NumberRows, SkillRows } from '../admin/texts/list-rows.tsx'
import { Preview } from '../admin/texts/preview.tsx'
import { fetchPreviewSeller, type PreviewSeller } from '../admin/texts/preview-seller.ts'
import { CARDS, pageOf, TextFieldRow } from '../admin/texts/text-fields.tsx'
import { type TextsForm, useTextsForm } from '../admin/texts/use-texts-form.ts'
import type { TextPage } from '../texts/limits.ts'
import type { SiteTexts, TextName } from '../texts/schema.ts'
import type { Route } from './+types/texts.ts'

const TITLE = 'Texts'

export const meta: Route.MetaFunction = () => privateMeta(TITLE)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async ({ email }) => {
    const { signal } = request
    const [texts, seller] = await Promise.all([fetchTexts(signal), fetchPreviewSeller(signal)])
    return { texts, seller, email }
  })
}

export const shouldRevalidate = isMoreThanAnotherPart

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <LoadFailure heading={TITLE} title="The texts could not be loaded" error={error} />
)

export default function TextsPage({ loaderData }: Route.ComponentProps) {
  return <TextsEditor key={loaderData.email} {...loaderData} />
}

const SHOWN = {
  parts: [
    'home',
    'portfolio',
    'terms',
    'privacy',
    'returns',
    'imprint',
  ] as const satisfies readonly TextPage[],
  parameter: 'page',
  partOf: (field: string) => pageOf(field.split('/')[1] ?? ''),
}

const ADDRESSES: Readonly<Record<TextPage, string>> = {
  home: '/',
  portfolio: '/portfolio',
  terms: '/terms',
  privacy: '/privacy',
  returns: '/returns',
  imprint: '/imprint',
}

type TextsEditorProps = { texts: SiteTexts; seller: PreviewSeller; email: string }

function TextsEditor({ texts, seller, email }: TextsEditorProps) {
  const form = useTextsForm(texts, email)
  const formId = useId()
  const { part: page, isWrong, choicesOf } = useShownPart(SHOWN, form)
  const ref = useFocusOnError(isWrong ? form.failure : null)
  return (
    <>
      <PageHeading
        title={TITLE}
        lead="What the home page, the portfolio, the terms, the privacy page, the returns page and the imprint say. Visitors see a saved text at once."
        actions={
          <span className="flex flex-wrap gap-x-4">
            <Link to="/dashboard/texts/mails">Texts of mails</Link>
            <Link to="/dashboard/audit?kind=texts.changed">Changes of texts</Link>
          </span>
        }
      />
      <ChoiceLinks label="Pages" choices={choicesOf(PAGE_LABELS)} />
      {form.theirs && (
        <ChangedMeanwhile
          heading="h2"
          key={form.saved.revision}
          changed={changedMeanwhile(form, form.theirs)}
          onTake={form.takeTheirs}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-2 xl:gap-x-12">
        <form
          id={formId}
          ref={ref}
          noValidate
          aria-label={`Texts: ${PAGE_LABELS[page]}`}
          // A focused field stays above the bar.
          className="min-w-0 [&_:is(input,select,textarea)]:scroll-mb-72"
          onSubmit={(event) => {
            event.preventDefault()
            void form.save()
          }}
        >
          <p className="mb-4">
            <Link to={ADDRESSES[page]}>{`Open the page: ${PAGE_LABELS[page]}`}</Link>
          </p>
          <PageFields form={form} page={page} />
        </form>
        <div className="min-w-0 xl:sticky xl:top-6">
          <Preview page={page} texts={form.values} seller={seller} />
        </div>
      </div>
      <SaveBar
        changes={form.changed.flatMap((name) => changeTextsOf(name, form.before, form.values))}
        failure={form.failure}
        busy={form.busy}
        formId={formId}
        onDiscard={form.discard}
        bringBack={form.bringBack}
      />
    </>
  )
}

/** The fields of a page, the lists of the home page below their headings. */
const PageFields = ({ form, page }: { form: TextsForm; page: TextPage }) => (
  <>
    {(page === 'terms' || page === 'imprint') && (
      <p className="mb-4 max-w-prose text-muted text-sm">
        An empty line ends a paragraph. A line that begins with # is a heading, one that begins with - an item
        of a list, and [words](https://…) is a link.
      </p>
    )}
    {CARDS[page].map(({ title, fields }) => (
      <section key={title} className="mb-6 rounded border border-line px-4 pt-4 pb-1">
        <h2 className="mb-3 text-base">{title}</h2>
        {fields.map((name) => (
          <TextFieldRow key={name} form={form} name={name} />
        ))}
        {title === 'Skills' && <SkillRows form={form} />}
        {title === 'Numbers' && <NumberRows form={form} />}
      </section>
    ))}
  </>
)

/** Both values of the texts that another admin has changed meanwhile, of long ones what differs. */
function changedMeanwhile({ before, values }: TextsForm, names: readonly TextName[]) {
  const different = new Set(changedNames(values, before))
  return names.map((name) => {
    const label = textLabels[name] ?? name
    const texts = changeTextsOf(name, values, before)
    const side = (of: 'from' | 'to') => texts.map((text) => text[of]).join(' … ')
    return {
      field: name,
      label,
      theirs: different.has(name) ? side('to') : String(before[name]),
      mine: different.has(name) ? side('from') : undefined,
    }
  })
}
