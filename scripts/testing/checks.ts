import { rmSync } from 'node:fs'
import path from 'node:path'
import { distFolder } from '../provision/build'
import { runCommand } from './command'

/** Format and lint, the layer rule included. */
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

/** Types of the whole project, the routes' generated ones included. */
export async function typecheck() {
  // What the development server wrote names pages that may be gone.
  rmSync(path.join(distFolder, 'dev', 'types'), { recursive: true, force: true })
  const code = await runCommand('node_modules/next/dist/bin/next', ['typegen'])
  return code === 0 ? runCommand('node_modules/typescript/bin/tsc', ['--noEmit']) : code
}
