/** The colours of the light pages (`app.css`). */
export const COLOURS = {
  ink: '#131a16',
  muted: '#56605a',
  line: '#dfe4e1',
  edge: '#838d87',
  sunken: '#f4f6f5',
  brand: '#008037',
  link: '#007533',
} as const
