import { ignoreRepeatedClick } from '#kit/ui/overlay/ignore-repeated-click.ts'
import { rememberFocus } from '#kit/ui/overlay/return-focus.ts'
import { buildElement } from './build-element.ts'

const BUTTON =
  'inline-grid min-h-11 cursor-pointer place-items-center rounded border px-4 text-base font-medium transition-colors'

/** Simulates the bank's 3-D Secure page. Escape fails the authentication, as leaving the bank's page does. */
export function showAuthenticationDialog(): Promise<'succeeded' | 'failed'> {
  return new Promise((resolve) => {
    const returnFocus = rememberFocus()
    const { dialog, complete, fail } = buildDialog()
    const end = (outcome: 'succeeded' | 'failed') => () => {
      dialog.close()
      dialog.remove()
      returnFocus()
      resolve(outcome)
    }
    dialog.addEventListener('click', ignoreRepeatedClick, { capture: true })
    complete.addEventListener('click', end('succeeded'), { once: true })
    fail.addEventListener('click', end('failed'), { once: true })
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    dialog.addEventListener('cancel', end('failed'), { once: true })
    document.body.append(dialog)
    dialog.showModal()
  })
}

function buildDialog() {
  const complete = buildElement(
    'button',
    { type: 'button', class: `${BUTTON} border-transparent bg-brand text-on-brand hover:bg-brand-strong` },
    'Complete authentication',
  )
  const fail = buildElement(
    'button',
    { type: 'button', class: `${BUTTON} border-edge bg-paper text-ink hover:border-ink` },
    'Fail authentication',
  )
  const dialog = buildElement(
    'dialog',
    {
      class: 'float m-auto w-[min(26rem,calc(100vw-2rem))] p-0 backdrop:bg-scrim',
      'aria-labelledby': 'authentication-title',
      'aria-describedby': 'authentication-text',
    },
    buildElement(
      'div',
      { class: 'grid gap-4 p-6' },
      buildElement('h2', { id: 'authentication-title', class: 'text-lg' }, '3-D Secure test page'),
      buildElement(
        'p',
        { id: 'authentication-text', class: 'text-muted' },
        'This stands for the page of the bank that issued the card. No money moves: choose how the authentication ends.',
      ),
      buildElement('div', { class: 'mt-2 grid gap-2' }, complete, fail),
    ),
  )
  return { dialog, complete, fail }
}
