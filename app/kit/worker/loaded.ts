/** What a process says when it has loaded its code and begins with the tasks. */
export const LOADED = 'loaded'
