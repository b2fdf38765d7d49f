import { getBrief } from '@/lib/contracts/briefs'
import { searchFailures } from '@/lib/contracts/failures'
import { requestReview, waitForGate } from '@/lib/contracts/gate-moves'
import { getGate, listGates } from '@/lib/contracts/gates'
import { ingestRuns } from '@/lib/contracts/ingest'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { getRun } from '@/lib/contracts/run-detail'
import { exportRuns } from '@/lib/contracts/run-export'
import { runInput } from '@/lib/contracts/run-input'
import { listRuns } from '@/lib/contracts/runs'
import { sendSignals } from '@/lib/contracts/sent-signals'
import { getServedVersion, publishVersion } from '@/lib/contracts/versions'
import type { Toolset } from '@/lib/contracts/vocabulary'
import { type Question, toTool } from './tool'

const decideInTheBrowser: Question = {
  withoutWaiting: (input) => ({ ...input, timeoutSeconds: 0 }),
  ask(output) {
    const { decided, gate, url } = waitForGate.output.parse(output)
    return decided ? null : { message: `${gate.title}: ${gate.question} Open the gate to decide it.`, url }
  },
}

const judgement = new Set([
  'attribute_failure',
  'calibrate_confidence',
  'estimate_quality',
  'forecast_verdict',
  'group_failures',
  'recommend_stop',
])
const thinking = new Set(['sequential_thinking_qa', 'get_thinking_history', 'clear_thinking_history'])

function toolsetOf(name: string): Toolset {
  if (judgement.has(name)) return 'judgement'
  return thinking.has(name) ? 'thinking' : 'quality'
}

/**
 * All tools. None of them can decide: their contracts read or write, and only a signed-in person can approve, reject, review or
 * administer.
 */
export const tools = [
  // A single run: batches are only accepted over REST.
  toTool('submit_run', ingestRuns, { toolset: 'runs', input: runInput }),
  toTool('send_signals', sendSignals, { toolset: 'runs' }),
  toTool('list_runs', listRuns, { toolset: 'runs' }),
  toTool('get_run', getRun, { toolset: 'runs' }),
  toTool('search_failures', searchFailures, { toolset: 'runs' }),
  toTool('get_brief', getBrief, { toolset: 'runs' }),
  toTool('export', exportRuns, { toolset: 'runs' }),
  toTool('list_gates', listGates, { toolset: 'gates' }),
  toTool('get_gate_evidence', getGate, { toolset: 'gates' }),
  toTool('request_review', requestReview, { toolset: 'gates' }),
  toTool('wait_for_gate', waitForGate, { toolset: 'gates', question: decideInTheBrowser }),
  toTool('publish_version', publishVersion, { toolset: 'gates' }),
  toTool('get_served_version', getServedVersion, { toolset: 'gates' }),
  ...qualityTools.map((contract) => toTool(contract.name, contract, { toolset: toolsetOf(contract.name) })),
  ...qualityTools.flatMap((contract) =>
    contract.alias ? [toTool(contract.alias, contract, { toolset: toolsetOf(contract.name), isAlias: true })] : [],
  ),
]
