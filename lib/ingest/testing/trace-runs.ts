import { expect } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { traceFormats } from '../importers/trace-exports'

/** Returns the runs of these records, whatever their order, after checking that the server would accept them. */
export function runsOf(format: keyof typeof traceFormats, records: readonly unknown[], options = {}) {
  const { tracesOf, toRuns } = traceFormats[format]
  const traces = [...new Set(records.flatMap(tracesOf))]
  const made = traces.flatMap((trace) =>
    toRuns(
      trace,
      records.filter((record) => tracesOf(record).includes(trace)),
      options,
    ),
  )
  for (const one of made) expect(one.ok ? runInput.safeParse(one.run).error : one.reason).toBeUndefined()
  return made.flatMap((one) => (one.ok ? [one.run] : []))
}
