import { type ReactNode, useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { CUSTOMER_MAIL_NAMES, CUSTOMER_MAILS, type CustomerMail } from '#features/customer-mails/limits.ts'
import type { SavedMailWords } from '#features/customer-mails/schema.ts'
import { ChangedMeanwhile } from '#kit/ui/admin/changed-meanwhile.tsx'
import { takeFields } from '#kit/ui/admin/fields-meanwhile.ts'
import { SaveBar } from '#kit/ui/admin/save-bar.tsx'
import { type RevisionedForm, useRevisionedForm } from '#kit/ui/admin/use-revisioned-form.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { useFocusOnError } from '#kit/ui/form/use-focus-on-error.ts'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchMailWords, putMailWords, wordsMeanwhile } from '../admin/mails/client.ts'
import { MailPreviewPanel } from '../admin/mails/mail-preview.tsx'
import {
  changedFields,
  changeTextsOf,
  draftOf,
  paragraphField,
  rebaseWords,
  type WordsDraft,
  type WordsField,
  wordsLabel,
  wordsOf,
} from '../admin/mails/words-draft.ts'
import type { Route } from './+types/mail-texts.ts'

const TITLE = 'Texts of mails'

export const meta: Route.MetaFunction = () => privateMeta(TITLE)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async ({ email }) => ({ email, saved: await fetchMailWords(request.signal) }))
}

export const shouldRevalidate = () => false

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <LoadFailure heading={TITLE} title="The words of the mails could not be loaded" error={error} />
)

const FORM: RevisionedForm<SavedMailWords, WordsDraft, readonly WordsField[]> = {
  key: 'mail words',
  open: ({ words }) => draftOf(words),
  isChanged: ({ words }, draft) => changedFields(draftOf(words), draft).length > 0,
  rebase: rebaseWords,
  sent: (draft, { revision }) => ({ revision, words: wordsOf(draft) }),
  load: fetchMailWords,
  put: putMailWords,
  savedMeanwhile: wordsMeanwhile,
  undo: ({ revision, words }) => ({
    text: 'The words of the mails are saved',
    call: { method: 'PUT', path: '/api/mail-words', body: { revision, words } },
  }),
  signOutIfForbidden,
}

export default function MailTexts({ loaderData: { saved, email } }: Route.ComponentProps) {
  const form = useRevisionedForm(FORM, saved, email)
  const formId = useId()
  const { kind, choose } = useKind()
  const before = draftOf(form.saved.words)
  const ref = useFocusOnError(form.failure)
  const type = (field: WordsField, text: string) =>
    form.edit((last) => ({ ...last, [field]: text }), [`words/${field}`])
  return (
    <>
      <PageHeading
        title={TITLE}
        lead="Add your own words to mails to customers. What happened to an order is said by the shop itself. Leave a field empty to use the text of the shop."
        actions={<Link to="/dashboard/texts">Texts of pages</Link>}
      />
      {form.theirs && (
        <ChangedMeanwhile
          heading="h2"
          key={form.saved.revision}
          changed={form.theirs.map((field) => ({
            field,
            label: wordsLabel(field),
            theirs: before[field],
            mine: form.draft[field] === before[field] ? undefined : form.draft[field],
          }))}
          onTake={(field) => form.edit((last) => takeFields(last, before, [field]), [`words/${field}`])}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-2 xl:gap-x-12">
        <form
          id={formId}
          ref={ref}
          noValidate
          aria-label={TITLE}
          className="min-w-0 [&_:is(input,select,textarea)]:scroll-mb-72"
          onSubmit={(event) => {
            event.preventDefault()
            void form.save()
          }}
        >
          <Fields draft={form.draft} refused={form.refused} type={type} kind={kind} choose={choose} />
        </form>
        <div className="min-w-0 xl:sticky xl:top-6">
          <MailPreviewPanel kind={kind} words={wordsOf(form.draft)} />
        </div>
      </div>
      <SaveBar
        changes={changeTextsOf(before, form.draft)}
        failure={form.failure}
        busy={form.busy}
        formId={formId}
        onDiscard={form.discard}
        bringBack={form.bringBack}
      />
    </>
  )
}

/** The kind of mail that is shown; it is kept in the address. */
function useKind() {
  const [params, setParams] = useSearchParams()
  const kind: CustomerMail = CUSTOMER_MAIL_NAMES.find((each) => each === params.get('mail')) ?? 'placed'
  const choose = (mail: string) => setParams({ mail }, { replace: true, preventScrollReset: true })
  return { kind, choose }
}

type FieldsProps = ReturnType<typeof useKind> & {
  draft: WordsDraft
  refused: Readonly<Record<string, string>>
  type: (field: WordsField, text: string) => void
}

/** What all mails have, and the paragraph of the kind of mail that is shown. */
function Fields({ draft, refused, type, kind, choose }: FieldsProps) {
  const shared = (field: WordsField) => ({
    name: `words/${field}`,
    autoComplete: 'off',
    value: draft[field],
    onChange: ({ target }: { target: { value: string } }) => type(field, target.value),
    error: refused[`words/${field}`] ?? null,
  })
  const own = paragraphField(kind)
  return (
    <>
      <Card title="In all mails about orders">
        <Field
          {...shared('greeting')}
          label="Greeting"
          placeholder="Hello {name},"
          hint="{name} is the customer, {shop} the shop. End it with a comma: the mail goes on in small letters."
        />
        <TextAreaField
          {...shared('closing')}
          label="Closing line or signature"
          rows={4}
          hint="At the end. {number} is the order, {shop} the shop. An empty line ends a paragraph."
        />
      </Card>
      <Card title="In one kind of mail">
        <SelectField label="Mail" value={kind} onChange={({ target }) => choose(target.value)}>
          {CUSTOMER_MAIL_NAMES.map((each) => (
            <option key={each} value={each}>
              {`${CUSTOMER_MAILS[each]}${draft[paragraphField(each)] ? ' ·' : ''}`}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          {...shared(own)}
          key={own}
          label="Paragraph"
          rows={5}
          hint="After what the mail says by itself. {number} is the order, {shop} the shop."
        />
      </Card>
    </>
  )
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mb-6 rounded border border-line px-4 pt-4 pb-1">
    <h2 className="mb-3 text-base">{title}</h2>
    {children}
  </section>
)
