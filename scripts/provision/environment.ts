import { existsSync } from 'node:fs'
import { type Env, parseEnv } from '@/lib/env'

/**
 * The validated environment of a task, a .env file included; what is already set wins over the file.
 * @throws EnvError naming every variable that is wrong.
 */
export function loadEnvironment(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return parseEnv(process.env)
}
