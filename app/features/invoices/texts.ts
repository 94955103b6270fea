/** The texts of invoices and credit notes. */
export const invoiceTexts = {
  refund: 'Refund',
  delivery: (method: string) => `Delivery (${method})`,
  notPaid: 'The order is not paid yet, so it has no invoice.',
  sample: 'The shop had not set who sells, so this document is a sample: there is no XML of it.',
  noData: 'This document was issued before its data was kept: there is no XML of it.',
  missing: (number: string, fields: readonly string[]) =>
    `There is no XML of ${number} in this format, because it was issued without ${fields.join(', ')}.`,
  notSubjectToTax: 'Not subject to VAT: no tax is charged.',
} as const
