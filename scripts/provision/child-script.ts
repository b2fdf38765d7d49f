import { spawn } from 'node:child_process'
import { withTypescript } from './exec-node.mjs'
import { isTransient, TransientError } from './failures'
import { Refusal } from './progress'

type Options = {
  environment?: NodeJS.ProcessEnv
  /** Ends the script. */
  stop?: AbortSignal | undefined
  onMessage?: (message: unknown) => void
}

/**
 * Runs a script of this project in a process of its own, whose memory is free again when it ends. It prints to the same terminal; its IPC
 * channel closes when this process dies.
 * @throws Refusal with its errors, TransientError if they may pass or it was killed
 */
export async function runScript(
  script: string,
  args: readonly string[],
  { environment = process.env, stop, onMessage }: Options,
): Promise<void> {
  const child = spawn(process.execPath, [...withTypescript, script, ...args], {
    env: environment,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    signal: stop,
  })
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  if (onMessage) child.on('message', onMessage)
  const how = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)))
    child.once('close', (code, signal) => resolve(signal ?? code))
  })
  if (how === 0) return
  const words = errors.trim() || `${script} ended with ${how}`
  throw typeof how === 'string' || isTransient(words) ? new TransientError(words) : new Refusal(words)
}
