import { flushCompileCache } from 'node:module'
import { readConfig } from '#app/config.ts'
import { type Config, ConfigError } from '#kit/config/config.ts'

// Without a listener a full disk, or a reader that has ended, would end the process with its next line.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

const config = configOrExit()
// Libraries choose their production code by this variable when they are loaded, so they are imported afterwards. The
// configuration was read before, with the original value.
process.env.NODE_ENV = 'production'
const { serve } = await import('#app/serve.ts')
try {
  await serve(config)
  // Saves the compiled code for the next start. `npm start` sets the folder.
  flushCompileCache()
} catch (error) {
  console.error(`The shop cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
