import { readConfig } from '#app/config.ts'
import { ConfigError } from '#kit/config/config.ts'

/** What is wrong with these settings, a sentence each. */
export function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)]
  }
}
