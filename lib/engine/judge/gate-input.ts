/** A task as its orchestrator describes it. */
export interface GateTask {
  id?: string | undefined
  type: string
  description?: string | undefined
  /** Files the task has to leave behind. */
  targetFiles?: readonly string[] | undefined
  /** Number of tasks that wait for this one. */
  dependents?: number | undefined
  acceptanceCriteria?: string | readonly string[] | undefined
}

export interface GateArtifact {
  path: string
  exists: boolean
  sizeBytes?: number | undefined
  preview?: string | undefined
}

/** What a worker handed in. `toolCalls` -1 is the time-out sentinel. */
export interface GateResult {
  output?: unknown
  toolCalls?: number | undefined
  filesModified?: readonly string[] | undefined
  artifacts?: readonly GateArtifact[] | undefined
}

/** A judge's answer: raw text with a `SCORE:` line, a score already read, or the reason why there is none. */
export interface JudgeAnswer {
  reply?: string | undefined
  /** Whatever the caller read; only an integer from 1 to 5 counts. */
  score?: unknown
  feedback?: string | undefined
  error?: string | undefined
}

export interface GateConfig {
  /** Lowest passing score, 1 to 5; 3 by default. */
  qualityThreshold?: number | undefined
  /** Dependents from which a task is a foundation; 3 by default. */
  foundationMinDependents?: number | undefined
  /** For every type, or type by type. */
  requiresToolCalls?: boolean | Readonly<Record<string, boolean>> | undefined
}
