import { flushCompileCache } from 'node:module'
import { readConfig } from '#app/config.ts'
import { type Config, ConfigError } from '#kit/config/config.ts'

const config = configOrExit()
// The libraries choose their fast build by this variable when they are loaded; what the shop may do is decided
// already. So they are loaded after it.
process.env.NODE_ENV = 'production'
const { serve } = await import('#app/serve.ts')
try {
  await serve(config)
  // What this start compiled the next one finds, however this one ends. `npm start` says where it is kept.
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
