/** A task as described by its orchestrator. */
export interface GateTask {
  id?: string | undefined
  type: string
  description?: string | undefined
  /** Files the task must produce. */
  targetFiles?: readonly string[] | undefined
  /** Number of tasks that depend on this one. */
  dependents?: number | undefined
  acceptanceCriteria?: string | readonly string[] | undefined
}

export interface GateArtifact {
  path: string
  exists: boolean
  sizeBytes?: number | undefined
  preview?: string | undefined
}

/** What a worker submitted. `toolCalls` -1 is the time-out sentinel. */
export interface GateResult {
  output?: unknown
  toolCalls?: number | undefined
  filesModified?: readonly string[] | undefined
  artifacts?: readonly GateArtifact[] | undefined
}

/** A judge's answer: raw text with a `SCORE:` line or a JSON object, a parsed score, or the reason there is none. */
export interface JudgeAnswer {
  reply?: string | undefined
  /** As parsed by the caller; only an integer from 1 to 5 is valid. */
  score?: unknown
  feedback?: string | undefined
  error?: string | undefined
}

export interface GateConfig {
  /** Lowest passing score, 1 to 5; 3 by default. */
  qualityThreshold?: number | undefined
  /** Number of dependents that makes a task a foundation task; 3 by default. */
  foundationMinDependents?: number | undefined
  /** For all types, or by type. */
  requiresToolCalls?: boolean | Readonly<Record<string, boolean>> | undefined
}
