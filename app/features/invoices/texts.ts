/** The texts of invoices and credit notes. */
export const invoiceTexts = {
  refund: 'Refund',
  delivery: (method: string) => `Delivery (${method})`,
  notSubjectToTax: 'Not subject to VAT: no tax is charged.',
} as const
