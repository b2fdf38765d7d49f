// After heavy work V8 keeps its heap until new work arrives: an idle app would keep hundreds of unused megabytes.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MS = 20_000
/** Share of time that an idle process may be busy: its jobs poll for work all the time. */
const AT_REST = 0.05
const WORTHWHILE_BYTES = 24 * 1024 * 1024

/** Collects garbage and gives memory back each time the process is idle after its heap grew. */
export function collectAtRest() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  let seen = performance.eventLoopUtilization()
  let kept = 0
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, seen)
    seen = now
    if (utilization > AT_REST || process.memoryUsage().heapTotal - kept < WORTHWHILE_BYTES) return
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    kept = process.memoryUsage().heapTotal
  }
  setInterval(look, LOOK_MS).unref()
}
