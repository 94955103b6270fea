/** In local storage while somebody has put the steps away in this browser. */
const KEY = 'firstStepsHidden'

/** Whether the steps were put away; without a storage they are shown. */
export function areStepsHidden(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Puts the steps away for good; where nothing can be stored, until the page is loaded again. */
export function hideSteps(): void {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // The storage is full or forbidden.
  }
}
