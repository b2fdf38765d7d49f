import { existsSync } from 'node:fs'
import { type Env, parseEnv } from '@/lib/env'
import type { AppServer } from './app-server'
import type { Database } from './database'

/**
 * Returns the validated environment of a task with the .env file; variables already set take precedence.
 * @throws EnvError naming every invalid variable
 */
export function loadEnvironment(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return parseEnv(process.env)
}

/** What a task runs. Filled in as it starts, so that it can be stopped at any moment. */
export type Desk = { database?: Database; app?: AppServer }

/** Stops the app first, so that its last answers still reach the database. */
export async function stopDesk(desk: Desk): Promise<void> {
  await desk.app?.stop()
  await desk.database?.stop()
}
