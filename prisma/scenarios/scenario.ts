import type { ProjectContext } from '@/lib/operations/context'

export type SeedInput = {
  ctx: ProjectContext
  /** The size, in the scenario's own unit. */
  count: number
  now: Date
  /** Puts all runs into one chain and version, if the scenario supports it. */
  isNarrow?: boolean
  /** Gives every run two steps, if the scenario supports it. */
  withSteps?: boolean
  print: (line: string) => void
}

/** A project state to look at or measure. */
export type Scenario = {
  summary: string
  /** The unit of `--count` and its default; null if the scenario has no size. */
  counts: { unit: string; usual: number } | null
  /** Creates the data. Idempotent. */
  make: (input: SeedInput) => Promise<void>
  /** Pages below the project that show it. */
  pages: readonly string[]
}
