import { spawn } from 'node:child_process'

const limitMs = 40 * 60_000

/** Runs a script of Node that prints for itself. Resolves to its exit code; one that takes forty minutes is ended and has failed. */
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
