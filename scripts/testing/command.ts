import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'

const limitMs = 40 * 60_000

/**
 * Runs a script of Node that prints for itself, into a file where one is named. Resolves to its exit code; one that takes forty
 * minutes is ended and has failed.
 */
export function runCommand(
  script: string,
  args: string[],
  environment: Record<string, string> = {},
  outputFile?: string,
): Promise<number> {
  const output = outputFile === undefined ? 'inherit' : openSync(outputFile, 'a')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', output, output],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
