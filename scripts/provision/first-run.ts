import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isTransient, TransientError } from './failures'
import { withTypescript } from './hand-over.mjs'
import { Refusal } from './progress'

const script = 'scripts/first-run.ts'

/**
 * Returns the message for the first start: the link that creates the first admin, or what was set up unattended.
 * @throws Refusal if the set-up fails, TransientError if the database went away during it
 */
export async function firstRun(environment: NodeJS.ProcessEnv, stop?: AbortSignal): Promise<string> {
  if (!existsSync(script)) return ''
  const child = spawn(process.execPath, [...withTypescript, script], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stop,
  })
  let told = ''
  let complaint = ''
  child.stdout.on('data', (chunk) => {
    told += chunk
  })
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const how = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)))
    child.once('close', (code, signal) => resolve(signal ?? code))
  })
  if (how === 0) return told.trim()
  const words = `The first set-up failed:\n${told}${complaint}`
  throw typeof how === 'string' || isTransient(words) ? new TransientError(words) : new Refusal(words)
}
