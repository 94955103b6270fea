export const settingsTexts = {
  changed: 'The settings were changed meanwhile. Check the current values and try again.',
} as const
