/** How long to wait after so many failed attempts, in milliseconds: twice as long after each, up to a limit. */
export const retryWaitMs = (attempts: number, limits: { firstMs: number; longestMs: number }): number =>
  Math.min(limits.firstMs * 2 ** attempts, limits.longestMs)
