import { spawn } from 'node:child_process'

const limitMs = 40 * 60_000

/** Runs a Node script with inherited output. Resolves to its exit code; after forty minutes it is ended and counts as failed. */
export function runCommand(script: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
