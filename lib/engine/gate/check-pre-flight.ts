import type { GateArtifact, GateConfig, GateResult, GateTask } from '@/lib/engine/gate/quality-gate-input'
import { requiresToolCalls } from '@/lib/engine/gate/requires-tool-calls'
import { hasWriteIntent } from '@/lib/engine/gate/write-intent'

export type PreFlightCheck = 'artifacts' | 'zero_tool_calls' | 'write_intent'

export interface PreFlightFailure {
  check: PreFlightCheck
  score: 0 | 1
  feedback: string
}

/** The failing checks that need no judge, in the order in which they decide; an empty list passes. */
export function checkPreFlight(task: GateTask, result: GateResult, config: GateConfig = {}): PreFlightFailure[] {
  return [checkArtifacts(task, result), checkToolCalls(task, result, config), checkWriteIntent(task, result)].filter(
    (failure) => failure !== null,
  )
}

/** Fails when target files are named and every one is missing or empty. Without a report on files nothing is known of them. */
function checkArtifacts({ targetFiles = [] }: GateTask, { artifacts }: GateResult): PreFlightFailure | null {
  if (targetFiles.length === 0 || artifacts === undefined) return null
  const found = new Set(artifacts.filter(isThere).map(({ path }) => normalise(path)))
  if (targetFiles.some((path) => found.has(normalise(path)))) return null
  return { check: 'artifacts', score: 1, feedback: `Every target file is missing or empty: ${targetFiles.join(', ')}.` }
}

function checkToolCalls(
  { type }: GateTask,
  { toolCalls = 0 }: GateResult,
  config: GateConfig,
): PreFlightFailure | null {
  if (toolCalls !== 0 || !requiresToolCalls(type, config.requiresToolCalls)) return null
  return { check: 'zero_tool_calls', score: 0, feedback: `No tool was called, and a task of type ${type} needs one.` }
}

function checkWriteIntent(
  { description = '' }: GateTask,
  { filesModified = [], artifacts = [] }: GateResult,
): PreFlightFailure | null {
  if (filesModified.length > 0 || artifacts.some(isThere) || !hasWriteIntent(description)) return null
  return { check: 'write_intent', score: 1, feedback: 'The description asks for a file, and none was produced.' }
}

function isThere({ exists, sizeBytes }: GateArtifact): boolean {
  return exists && sizeBytes !== 0
}

function normalise(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
}
