export const settingsTexts = {
  changed: 'The settings were changed meanwhile. Check the current values and try again.',
  wrongIban: 'The IBAN is not valid: check its digits.',
  wrongBic: 'The BIC is not valid: it has 8 or 11 characters.',
} as const
