import { openBenchDesk } from './bench/bench-desk'
import { readLabelledData } from './bench/judgement/labelled-data'
import { measureJudgement } from './bench/judgement/measure-judgement'
import { describeMachine, isBusy } from './bench/machine'
import { measureScoring } from './bench/measure-scoring'
import { measureStart } from './bench/measure-start'
import { needsDesk, readOptions } from './bench/options'
import { measureRegression } from './bench/regression/measure-regression'
import { readPairs } from './bench/regression/real-pairs'
import { toText, updateReport, writeReport } from './bench/report'
import type { Section } from './bench/section'
import { runTask, say, secondsSince } from './provision/progress'
import { stopSignal, untilStopped } from './provision/stop-signal'

/**
 * `npm run bench [-- part,part]`: measures the product on this machine, on data and ports of its own, and writes
 * BENCHMARKS.md when it measured all of it, or the sections it measured where told to.
 */
runTask(async () => {
  const startedAt = performance.now()
  const options = readOptions(process.argv.slice(2))
  const machine = describeMachine()
  const stop = stopSignal()
  if (isBusy(machine))
    say(`! The machine is busy with other things (load ${machine.loadAtStart.toFixed(1)}): the figures say less.`)
  const sections: Section[] = []
  const onSection = (section: Section) => {
    sections.push(section)
    say(toText(section))
  }
  if (options.parts.includes('scoring')) onSection(measureScoring(options))
  if (options.parts.includes('regression')) {
    const pairs = readPairs(options.pairs)
    if (pairs === null) say('! No real pairs of versions on this machine: only simulated ones are measured.')
    for (const section of measureRegression(pairs)) onSection(section)
  }
  if (options.parts.includes('judgement')) {
    const data = readLabelledData(options.data)
    if (data === null) say('! Data with labels are not on this machine (--data FOLDER): the judgement is not measured.')
    else onSection(measureJudgement(data))
  }
  if (options.parts.some(needsDesk)) {
    const desk = await openBenchDesk(stop, { kept: options.desk })
    try {
      // Only now is there a Prisma client to import.
      const { measureParts } = await import('./bench/measure-parts')
      await Promise.race([measureParts({ desk, options, stop, onSection }), untilStopped(stop)])
    } finally {
      await desk.stop()
    }
  }
  if (options.parts.includes('start') && !stop.aborted) onSection(await measureStart(stop))
  say(`\nTook ${secondsSince(startedAt)}.`)
  if (stop.aborted) return 1
  if (!options.isWhole) {
    if (options.isWritten) updateReport({ machine, date: new Date(), sections })
    return 0
  }
  const tookS = (performance.now() - startedAt) / 1000
  writeReport({ machine, date: new Date(), tookS, sections })
  say('Written to BENCHMARKS.md.')
  return 0
})
