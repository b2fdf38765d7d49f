import { runCommand } from './command'

/** Format and lint, the layer rule included. */
export function lint() {
  return runCommand('node_modules/@biomejs/biome/bin/biome', ['ci', '--max-diagnostics=50', '.'])
}

/** Types of the whole project, the routes' generated ones included. */
export async function typecheck() {
  const code = await runCommand('node_modules/next/dist/bin/next', ['typegen'])
  return code === 0 ? runCommand('node_modules/typescript/bin/tsc', ['--noEmit']) : code
}
