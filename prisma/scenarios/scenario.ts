import type { ProjectContext } from '@/lib/operations/context'

export type SeedInput = {
  ctx: ProjectContext
  /** How much of it, in the scenario's own unit. */
  count: number
  now: Date
  /** All of it of one chain and version, where the scenario has such a way. */
  isNarrow?: boolean
  /** Every run with its steps, of which it has two, where the scenario has such a way. */
  withSteps?: boolean
  say: (line: string) => void
}

/** One state of a project that is worth looking at. */
export type Scenario = {
  summary: string
  /** What `--count` counts, and how many there are without it; null where there is nothing to count. */
  counts: { unit: string; usual: number } | null
  /** Makes it. Made again, nothing is there twice. */
  make: (input: SeedInput) => Promise<void>
  /** Pages below the project that show it. */
  pages: readonly string[]
}
