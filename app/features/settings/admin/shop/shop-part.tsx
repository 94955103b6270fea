import { CURRENCIES, currencyName } from '#kit/identity/currencies.ts'
import { DEFAULT_IDENTITY } from '#kit/identity/shop-identity.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { HEROES } from '../change-texts.ts'
import { fieldAt } from '../form/fields.ts'
import type { SettingsForm } from '../form/use-settings-form.ts'
import { LogoField } from './logo-field.tsx'

const CHOICES = CURRENCIES.map((code) => ({ code, text: `${code.toUpperCase()}, ${currencyName(code)}` }))

const PAGES = [
  { page: 'blog', label: 'The shop has a blog', about: 'Questions and answers, at /blog.' },
  { page: 'portfolio', label: 'The shop has a portfolio', about: 'Who developed it, at /portfolio.' },
] as const

/** What the shop is called, what it looks like and in which currency it sells. */
export function ShopPart({ form }: { form: SettingsForm }) {
  const { shop } = form.draft
  return (
    <section aria-labelledby="shop">
      <h2 id="shop" className="mb-4 text-lg">
        Shop
      </h2>
      <div className="grid max-w-3xl gap-x-4 sm:grid-cols-2">
        <Field
          label="Name of the shop"
          {...fieldAt(form, 'shop/name')}
          autoComplete="off"
          hint={`At the top of pages, data sheets and mails. ${DEFAULT_IDENTITY.name}, while it is empty.`}
          value={shop.name}
          onChange={({ target }) => form.edit('shop', { name: target.value })}
        />
        <Field
          label="Sender of mails"
          {...fieldAt(form, 'shop/sender')}
          autoComplete="off"
          hint="The name that mails are from. The seller, while it is empty."
          value={shop.sender}
          onChange={({ target }) => form.edit('shop', { sender: target.value })}
        />
        <SelectField
          label="Currency"
          {...fieldAt(form, 'currency')}
          hint="All prices and sums are in it. It cannot be changed once there is an order."
          value={shop.currency}
          onChange={({ target }) => form.edit('shop', { currency: target.value })}
        >
          {CHOICES.map(({ code, text }) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Drawing of the home page"
          {...fieldAt(form, 'shop/hero')}
          hint="Beside the heading at the top."
          value={shop.hero}
          onChange={({ target }) => form.edit('shop', { hero: target.value as keyof typeof HEROES })}
        >
          {Object.entries(HEROES).map(([hero, text]) => (
            <option key={hero} value={hero}>
              {text}
            </option>
          ))}
        </SelectField>
        <LogoField form={form} />
        {PAGES.map(({ page, label, about }) => (
          <CheckboxField
            key={page}
            label={label}
            hint={about}
            checked={shop[page]}
            onChange={({ target }) => form.edit('shop', { [page]: target.checked })}
          />
        ))}
      </div>
    </section>
  )
}
