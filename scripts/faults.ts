import { readOptions } from './faults/options'
import { ensureBuilt } from './provision/build'
import { generateClient } from './provision/generate-client'
import { runTask, say, secondsSince, step } from './provision/progress'
import { stopSignal } from './provision/stop-signal'

/**
 * `npm run faults [-- part,part]`: kills, stops, fills and misdates a desk of its own while runs come in and people decide, and holds
 * what was acknowledged against what is there. Ends with 1 when anything was lost or doubled.
 */
runTask(async () => {
  const startedAt = performance.now()
  const options = readOptions(process.argv.slice(2))
  const stop = stopSignal()
  generateClient()
  await step('Build', async (remark) => remark(await ensureBuilt(stop)))
  // Only now is there a Prisma client to import.
  const { runFaults } = await import('./faults/run-faults')
  const isWhole = await runFaults(options, stop)
  say(`\nTook ${secondsSince(startedAt)}.`)
  return isWhole ? 0 : 1
})
