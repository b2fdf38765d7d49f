import { existsSync } from 'node:fs'
import { type Env, parseEnv } from '@/lib/env'

/**
 * Returns the validated environment of a task with the .env file; variables already set take precedence.
 * @throws EnvError naming every invalid variable
 */
export function loadEnvironment(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return parseEnv(process.env)
}
