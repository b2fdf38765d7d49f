// Every npm script starts here: `node scripts/run.mjs <task> [arguments]`. Runs on any Node from 20 with built-ins alone,
// installs the dependencies when they are missing or outdated, then hands the task to the Node release of this project.
import { ensureDependencies } from './provision/dependencies.mjs'
import { handOver, projectRoot } from './provision/hand-over.mjs'

const [task = 'start', ...args] = process.argv.slice(2)

process.chdir(projectRoot)
try {
  await ensureDependencies()
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
handOver(`scripts/${task}.ts`, args)
