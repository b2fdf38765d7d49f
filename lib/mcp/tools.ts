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
import { type Question, toTool } from './tool'

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
  ...qualityTools.flatMap((contract) =>
    contract.alias
      ? [toTool(contract.alias, contract, { description: `The same tool as ${contract.name}. ${contract.summary}` })]
      : [],
  ),
  // One run: a batch is for REST.
  toTool('submit_run', ingestRuns, { input: runInput }),
  toTool('send_signals', sendSignals),
  toTool('list_runs', listRuns),
  toTool('get_run', getRun),
  toTool('search_failures', searchFailures),
  toTool('list_gates', listGates),
  toTool('get_gate_evidence', getGate),
  toTool('get_brief', getBrief),
  toTool('request_review', requestReview),
  toTool('wait_for_gate', waitForGate, { question: decideInTheBrowser }),
  toTool('publish_version', publishVersion),
  toTool('get_served_version', getServedVersion),
  toTool('export', exportRuns),
]
