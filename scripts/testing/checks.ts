import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { distFolder } from '../provision/build'
import { runCommand } from './command'

/** Checks format and lint, including the layers. */
export function lint() {
  const colors = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`
  return runCommand('node_modules/@biomejs/biome/bin/biome', [
    'ci',
    '--error-on-warnings',
    '--max-diagnostics=50',
    colors,
    '.',
  ])
}

/** Checks the types of the whole project, including the generated route types. */
export async function typecheck() {
  // Types left by the development server may refer to deleted pages.
  rmSync(path.join(distFolder, 'dev', 'types'), { recursive: true, force: true })
  const code = await runCommand('node_modules/next/dist/bin/next', ['typegen'])
  // Every checker resolves the shared types anew, and the unit tests run beside it.
  const checkers = String(Math.min(4, Math.max(1, availableParallelism() - 1)))
  return code === 0 ? runCommand('node_modules/typescript/bin/tsc', ['--noEmit', '--checkers', checkers]) : code
}
