import { threadId } from 'node:worker_threads'
import { Progress } from './progress'
import { type Outcome, precompile, RUN_TASKS, TASKS, toOutcome } from './tasks'

/** One input, or a slice of runs; `progress` is shared with the main thread. */
export type ThreadTask = { progress: SharedArrayBuffer } & (
  | { name: string; input: unknown }
  | { runTask: string; inputs: readonly unknown[] }
)

// A slice of runs ends after this time, so that the rest of the limit is left for a single slow run.
const SLICE_MS = 250

type Work = (input: unknown) => unknown

/** The worker's entry point: looks the function up by name and calls it. It has neither database nor environment. */
export default async function work(task: ThreadTask): Promise<Outcome<unknown> | Outcome<unknown>[]> {
  const progress = new Progress(task.progress)
  const { user, system } = process.threadCpuUsage()
  progress.start(threadId, (user + system) / 1000)
  if ('name' in task) {
    const answer = find(TASKS, task.name)
    await precompile(task.name, task.input)
    return toOutcome(() => answer(task.input))
  }
  const run = find(RUN_TASKS, task.runTask)
  const endMs = performance.now() + SLICE_MS
  const outcomes: Outcome<unknown>[] = []
  for (const [index, input] of task.inputs.entries()) {
    progress.reach(index)
    await precompile(task.runTask, input)
    outcomes.push(toOutcome(() => run(input)))
    if (performance.now() > endMs) break
  }
  return outcomes
}

function find(table: Readonly<Record<string, unknown>>, name: string): Work {
  const found = Object.hasOwn(table, name) ? table[name] : undefined
  if (typeof found !== 'function') throw new TypeError(`no task is named ${name}`)
  return found as Work
}
