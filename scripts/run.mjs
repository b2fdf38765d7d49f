// Entry point of every npm script: `node scripts/run.mjs <task> [arguments]`. Runs on any Node from 20 with built-ins only, installs
// missing or outdated dependencies, then runs the task with the Node release of this project.
import { ensureDependencies, isInstalled } from './provision/dependencies.mjs'
import { execNode, projectRoot } from './provision/exec-node.mjs'

const [task = 'start', ...args] = process.argv.slice(2)
const WITH_DEV = ['bench', 'faults', 'fuzz', 'generate', 'test', 'verify']

process.chdir(projectRoot)
try {
  if (task === 'start:production') assertInstalled()
  else await ensureDependencies(WITH_DEV.includes(task))
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
// start:production reports what is missing instead of making it.
if (task === 'start:production') execNode('scripts/start.ts', ['--as-built', ...args])
else execNode(`scripts/${task}.ts`, args)

function assertInstalled() {
  if (isInstalled(false)) return
  throw new Error(
    'The installed dependencies do not match package-lock.json. With access to the npm registry, run:\n  npm ci --omit=dev && npm run build',
  )
}
