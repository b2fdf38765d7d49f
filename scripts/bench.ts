import { openBenchDesk } from './bench/bench-desk'
import { describeMachine, isBusy } from './bench/machine'
import { readOptions } from './bench/options'
import { runTask, say } from './provision/progress'
import { stopSignal } from './provision/stop-signal'

/** `npm run bench`: measures the product on this machine, and writes BENCHMARKS.md when it measured all of it. */
runTask(async () => {
  const options = readOptions(process.argv.slice(2))
  const machine = describeMachine()
  const stop = stopSignal()
  if (isBusy(machine)) say(`! The machine is busy (load ${machine.loadAtStart.toFixed(1)}): the figures will say less.`)
  const desk = await openBenchDesk(stop)
  try {
    const { openDatabase } = await import('./bench/bench-project')
    const { measureBatchIngest, measureSingleIngest } = await import('./bench/measure-ingest')
    const db = openDatabase(desk.databaseUrl)
    const setting = { db, baseUrl: desk.baseUrl, rounds: options.rounds }
    console.log(await measureBatchIngest(setting))
    console.log(await measureSingleIngest(setting))
    await db.$disconnect()
  } finally {
    await desk.stop()
  }
  return 0
})
