import { isRecord } from '@/lib/contracts/is-record'
import { clamp01 } from '@/lib/engine/tolerance'
import { asId, asNumber, asRecord, asText, errorText } from '../json'
import { conversationNodes, lastAnswer } from './conversation-nodes'
import { cannotImport, type Imported, type ImportOptions } from './detect-format'

/**
 * Imports one trajectory of tau-bench, in the published form (`traj`, `info`) or flattened (`messages`). The reward, which compares the
 * final database with the expected one, is the downstream signal; trials of a task are separate runs. The file names no model, so the
 * caller sets the version.
 */
export function tauBench(record: unknown, options: ImportOptions = {}): Imported {
  if (!isRecord(record)) return cannotImport('not an object')
  const info = asRecord(record.info)
  const task = { ...asRecord(info.task), ...record }
  const scenario = asId(record.task_id)
  const trial = asId(record.trial)
  if (scenario === undefined || trial === undefined)
    return cannotImport('task_id and trial are needed to name the run', asId(record.run_id))
  const messages = record.messages ?? record.traj
  if (!Array.isArray(messages)) return cannotImport('messages (or traj): expected a list', asId(record.run_id))
  const domain = /^tau-([a-z]+)-/.exec(asText(record.run_id) ?? '')?.[1] ?? asText(record.domain)
  const chain = options.chain ?? (domain === undefined ? 'tau-bench' : `tau-bench-${domain}`)
  const version = options.version ?? asText(record.model)
  const reward = asNumber(record.reward)
  return {
    ok: true,
    run: {
      id: asText(record.run_id) ?? [chain, version, `task-${scenario}`, `trial-${trial}`].filter(Boolean).join('/'),
      chain,
      ...(version !== undefined && { version }),
      scenario,
      status: 'completed',
      request: asText(task.instruction),
      output: lastAnswer(messages),
      nodes: conversationNodes(messages, reportedError),
      signals:
        reward === undefined ? [] : [{ evaluator: 'downstream', value: toOutcome(reward), by: 'tau-bench reward' }],
      metadata: {
        source: 'tau-bench',
        trial: record.trial,
        reward: record.reward,
        rewardInfo: record.reward_info ?? info.reward_info,
        userId: task.user_id,
        userCostUsd: record.user_cost ?? info.user_cost,
        expectedActions: record.expected_actions ?? task.actions,
        expectedOutputs: record.expected_outputs ?? task.outputs,
      },
    },
  }
}

/** The tools report errors as text. */
function reportedError({ content }: Record<string, unknown>): string | undefined {
  const text = asText(content)
  return text !== undefined && /^(error\b|unknown action\b)/i.test(text) ? errorText(text) : undefined
}

function toOutcome(reward: number): boolean | number {
  if (reward === 0 || reward === 1) return reward === 1
  return clamp01(reward)
}
