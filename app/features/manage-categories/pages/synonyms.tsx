import { useId } from 'react'
import { Link } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import type { Synonyms } from '#features/catalog/fields.ts'
import { SaveBar } from '#kit/ui/admin/save-bar.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchSynonyms, useSynonymsForm } from '../search-words/use-synonyms-form.ts'
import type { Route } from './+types/synonyms.ts'

const TITLE = 'Search words'

export const meta: Route.MetaFunction = () => privateMeta(TITLE)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async ({ email }) => ({
    synonyms: await fetchSynonyms(request.signal),
    email,
  }))
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <LoadFailure heading={TITLE} title="The search words could not be loaded" error={error} />
)

export default function SynonymsPage({ loaderData }: Route.ComponentProps) {
  return <SynonymsEditor key={loaderData.email} {...loaderData} />
}

function SynonymsEditor({ synonyms, email }: { synonyms: Synonyms; email: string }) {
  const form = useSynonymsForm(synonyms, email)
  const formId = useId()
  return (
    <>
      <PageHeading
        title={TITLE}
        lead="What visitors call parts, and what the parts are named here. The search finds both."
        actions={<Link to="/dashboard/audit?kind=synonyms.changed">Changes of search words</Link>}
      />
      {form.hasTheirs && (
        <Notice tone="waiting">
          Somebody else changed the words meanwhile. Their lines are in the text now, and nothing of yours is
          lost. Look at it, and save again.
        </Notice>
      )}
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (form.problem === undefined) void form.save()
          else showProblem(event.currentTarget)
        }}
      >
        <TextAreaField
          label="Words, a line each"
          name="synonyms"
          value={form.text}
          onChange={(event) => form.type(event.target.value)}
          error={form.problem ?? null}
          hint="For example: grub screw, Madenschraube = set screw. Capital letters, plurals and dashes do not matter."
          rows={16}
          spellCheck={false}
        />
      </form>
      <SaveBar
        changes={form.changes.map((change) => ({ label: 'Line', ...change }))}
        failure={form.failure}
        busy={form.busy}
        formId={formId}
        onDiscard={form.discard}
        bringBack={form.bringBack}
      />
    </>
  )
}

/** The problem stands below the field, where the bar could cover it. */
function showProblem(form: HTMLFormElement): void {
  form.querySelector('textarea')?.focus({ preventScroll: true })
  form.scrollIntoView({ block: 'start' })
}
