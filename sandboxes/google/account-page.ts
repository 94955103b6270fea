import { html } from 'hono/html'
import { emailSchema, nameSchema } from '#features/accounts/schema.ts'
import type { Config } from '#kit/config/config.ts'
import { sandboxPage } from '../page-layout.ts'
import type { SandboxPerson } from './people.ts'

type Form = Readonly<Record<string, unknown>>

const TITLE = 'Google sandbox'

/** The person of the form, or its problem. The name defaults to the start of the address. */
export function readPerson(form: Form): { person?: SandboxPerson; problem?: string } {
  const email = emailSchema.safeParse(form.email)
  if (!email.success) return { problem: email.error.issues[0]?.message ?? 'This is not an e-mail address.' }
  const name = nameSchema.safeParse(text(form.name) || email.data.split('@')[0])
  if (!name.success) return { problem: name.error.issues[0]?.message ?? 'This is not a name.' }
  return { person: { name: name.data, email: email.data, emailVerified: form.verified === 'yes' } }
}

/** The form for a name and an address; with a problem it shows what was sent. */
export const accountPage = (config: Config, sent?: Form, problem?: string) =>
  sandboxPage(config, {
    title: TITLE,
    content: html`<p class="meta">This stands in for Google's sign-in page while the shop has no account there. Anyone may be anyone here: nothing is checked, and no password is asked for.</p>
${problem ? html`<p class="problem" role="alert">Error: ${problem}</p>` : ''}
<form method="post">
<label for="name">Name</label>
<input id="name" name="name" maxlength="100" autocomplete="name" value="${text(sent?.name)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" maxlength="254" autocomplete="email" required value="${text(sent?.email)}">
<p class="check"><input id="verified" name="verified" type="checkbox" value="yes"${sent && sent.verified !== 'yes' ? '' : ' checked'}>
<label for="verified">Google has verified this e-mail address</label></p>
<p class="actions"><button name="decision" value="continue">Continue</button>
<button class="quiet" name="decision" value="cancel" formnovalidate>Cancel</button></p>
</form>`,
  })

/** The page for a sign-in that is finished, expired, or was begun in another browser. */
export const expiredPage = (config: Config) =>
  sandboxPage(config, {
    title: TITLE,
    content: html`<p>This sign-in is over or was begun in another browser. Begin again in the shop.</p>
<p><a href="/login">Back to the shop</a></p>`,
  })

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
