import { prepareTranscript, type TranscriptSource } from '../transcript/prepare-transcript'
import type { Step } from '../transcript/step'

/** The times of a node, in milliseconds. */
export const span = (from: number, to: number) => ({
  startedAt: new Date(from).toISOString(),
  endedAt: new Date(to).toISOString(),
  durationMs: to - from,
})

/** Prepares the transcript of a run of which only this is known. */
export const read = (run: Partial<TranscriptSource>) =>
  prepareTranscript({ error: null, nodes: [], startedAt: null, checks: [], issues: [], ...run })

/** The id, the role and the kinds of the parts of each step. */
export const outline = (steps: readonly Step[]) =>
  steps.map(({ id, role, parts }) => [id, role, parts.map(({ kind }) => kind).join(' ')])
