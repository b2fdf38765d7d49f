import { searchFailures } from '@/lib/contracts/failures'
import { requestReview, waitForGate } from '@/lib/contracts/gate-requests'
import { getGate, listGates } from '@/lib/contracts/gates'
import { ingestRuns } from '@/lib/contracts/ingest'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { getRun } from '@/lib/contracts/run-detail'
import { exportRuns } from '@/lib/contracts/run-export'
import { runInput } from '@/lib/contracts/run-input'
import { listRuns } from '@/lib/contracts/runs'
import { getServedVersion, publishVersion } from '@/lib/contracts/versions'
import { type Question, toTool } from './tool'

/** The names under which the quality-check tools answer as well. */
const ALIASES: Readonly<Record<string, string>> = {
  validate_execution_result: 'quality_validate_result',
  score_quality: 'quality_score_quality',
  check_completeness: 'quality_check_completeness',
  check_accuracy: 'quality_check_accuracy',
  determine_rerun_strategy: 'quality_determine_rerun_strategy',
  analyze_failure_patterns: 'quality_analyze_failure_patterns',
}

const decideInTheBrowser: Question = {
  atOnce: (input) => ({ ...input, timeoutSeconds: 0 }),
  ask(output) {
    const { decided, gate, url } = waitForGate.output.parse(output)
    return decided ? null : { message: `${gate.title}: ${gate.question} Open the gate to decide it.`, url }
  },
}

/**
 * Every tool there is. None of them decides: their contracts read or write, and the desk lets only a signed-in person
 * approve, reject, review or administer.
 */
export const tools = [
  ...qualityTools.map((contract) => toTool(contract.name, contract)),
  ...qualityTools.flatMap((contract) => {
    const alias = ALIASES[contract.name]
    return alias
      ? [toTool(alias, contract, { description: `The same tool as ${contract.name}. ${contract.summary}` })]
      : []
  }),
  toTool('submit_run', ingestRuns, { input: runInput }),
  toTool('list_runs', listRuns),
  toTool('get_run', getRun),
  toTool('search_failures', searchFailures),
  toTool('list_gates', listGates),
  toTool('get_gate_evidence', getGate),
  toTool('request_review', requestReview),
  toTool('wait_for_gate', waitForGate, { question: decideInTheBrowser }),
  toTool('publish_version', publishVersion),
  toTool('get_served_version', getServedVersion),
  toTool('export', exportRuns),
]
