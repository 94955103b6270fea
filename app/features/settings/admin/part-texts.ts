import { PARTS, type PartName } from '../schema.ts'

/** The parts of the settings: how each is called, and what it is about, by which the search of the dashboard finds it. */
const PART_TEXTS: Readonly<Record<PartName, { readonly label: string; readonly about: string }>> = {
  seller: {
    label: 'Seller',
    about: 'Company name and address, VAT ID and tax number, phone, e-mail, bank, IBAN and BIC of invoices',
  },
  tax: { label: 'Tax', about: 'VAT and sales tax: rates, countries and regions, rules of the EU, exports' },
  delivery: {
    label: 'Delivery',
    about:
      'Shipping methods, carriers, prices, countries, time zone, cut-off, working days, holidays, Incoterm',
  },
  mails: { label: 'Mails to the staff', about: 'Who gets mails about new orders and low stock' },
  shop: { label: 'Shop', about: 'Name, logo, currency, sender of mails, home page, Blog and Portfolio' },
  datev: {
    label: 'DATEV',
    about:
      'Accounts of the booking batch for the tax adviser: consultant and client number, revenue accounts',
  },
}

/** The same as a list, in the sequence of the page. */
export const settingsParts = PARTS.map((part) => ({ part, ...PART_TEXTS[part] }))
