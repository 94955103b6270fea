/** The place of the buttons below the picture: as high before they are loaded, so that nothing moves. */
export const PANEL =
  'min-h-38 content-start md:min-h-25 pointer-coarse:min-h-47 md:pointer-coarse:min-h-31 [grid-area:2/1]'
