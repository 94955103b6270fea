/**
 * The address of a part's picture on its own page. One that the shop draws is waited for there, while a list shows a similar part
 * until it is drawn.
 */
export const openedPicture = (image: string): string =>
  image.startsWith('/drawings/') && !image.includes('?') ? `${image}?opened` : image
