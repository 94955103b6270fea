/**
 * Copies a text to the clipboard; rejects when the browser does not let it. Without HTTPS, or when the page may not use it,
 * the Clipboard API is missing or refuses: then uses `execCommand`.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    copyBySelection(text)
  }
}

function copyBySelection(text: string): void {
  const textarea = document.createElement('textarea')
  textarea.value = text
  document.body.append(textarea)
  textarea.select()
  const isCopied = document.execCommand('copy')
  textarea.remove()
  if (!isCopied) throw new Error('the browser does not let the page copy')
}
