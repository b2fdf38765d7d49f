import { generateClient } from './provision/generate-client'
import { print, runTask, secondsSince } from './provision/progress'
import { lint, typecheck } from './testing/checks'
import { runCommand } from './testing/command'

/** `npm run verify`: checks format, lint, types and unit tests, without a database. */
runTask(async () => {
  const startedAt = performance.now()
  generateClient()
  const stages = {
    'format and lint': lint,
    types: typecheck,
    unit: () => runCommand('node_modules/vitest/vitest.mjs', ['run', '--project', 'unit']),
  }
  const failed: string[] = []
  for (const [name, run] of Object.entries(stages)) {
    print(`\n── ${name}`)
    if ((await run()) !== 0) failed.push(name)
  }
  print(`\n${failed.length === 0 ? 'All good' : `Failed: ${failed.join(', ')}`} in ${secondsSince(startedAt)}`)
  return failed.length === 0 ? 0 : 1
})
