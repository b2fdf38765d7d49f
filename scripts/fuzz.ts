import { openBenchDesk } from './bench/bench-desk'
import { toText } from './bench/report'
import { readOptions } from './fuzz/options'
import { runTask, say, secondsSince } from './provision/progress'
import { stopSignal } from './provision/stop-signal'

/**
 * `npm run fuzz`: sends mutated requests of every operation, of OTLP and of MCP to a desk of its own, and ends with 1 when one broke
 * something. `--seed 1:734` sends one case again and shows it.
 */
runTask(async () => {
  const startedAt = performance.now()
  const options = readOptions(process.argv.slice(2))
  const stop = stopSignal()
  const desk = await openBenchDesk(stop, { settings: { TRUST_PROXY: '1' } })
  try {
    // Only now is there a Prisma client to import.
    const { runFuzz } = await import('./fuzz/run-fuzz')
    const section = await runFuzz(desk, options, stop)
    say(toText(section))
    say(`\nTook ${secondsSince(startedAt)}.`)
    return section.goals.every(({ isMet }) => isMet) ? 0 : 1
  } finally {
    await desk.stop()
  }
})
