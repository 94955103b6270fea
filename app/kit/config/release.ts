import manifest from '../../../package.json' with { type: 'json' }

/** Which release of the shop this is, such as "1.2.0". `npm version` changes it. */
export const release: string = manifest.version
