import { spawn } from 'node:child_process'

const limitMs = 40 * 60_000

/**
 * Runs a Node script with inherited output. Resolves to its exit code; after forty minutes it is ended and counts as failed. A request to
 * end this process interrupts it, as a key in a terminal does, which reaches both.
 */
export function runCommand(script: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    })
    const interrupt = () => child.kill('SIGINT')
    process.once('SIGTERM', interrupt)
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGTERM', interrupt)
      resolve(code ?? 1)
    })
  })
}
