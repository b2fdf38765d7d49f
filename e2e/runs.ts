import { randomUUID } from 'node:crypto'
import { putVersion, updateChain } from '@/lib/contracts/chains'
import { listGates } from '@/lib/contracts/gates'
import { type AcceptedRun, ingestRuns } from '@/lib/contracts/ingest'
import type { RunBody } from '@/lib/contracts/run-input'
import type { Desk } from './desk'

/** A run that meets its contract and has two high signals. */
export function runBody(overrides: Partial<RunBody> = {}): RunBody {
  return {
    id: `run-${randomUUID()}`,
    chain: 'answers',
    version: '1.0.0',
    request: { question: 'How do I reset my password?' },
    output: { answer: 'Open Settings, choose Security, then Reset password.' },
    contract: { requiredOutputs: ['answer'] },
    nodes: [
      { id: 'retrieve', type: 'tool', durationMs: 120, output: { found: 3 } },
      { id: 'answer', type: 'llm', dependencies: ['retrieve'], durationMs: 900 },
    ],
    tokens: { input: 100, output: 900 },
    signals: { self: 0.9, peer: 0.9 },
    startedAt: new Date().toISOString(),
    ...overrides,
  }
}

/**
 * Sends runs.
 * @throws if one is rejected
 */
export async function sendRuns(desk: Desk, runs: RunBody[]): Promise<AcceptedRun[]> {
  const { accepted, rejected } = await desk.send(ingestRuns, { runs })
  if (rejected.length > 0) throw new Error(`rejected: ${JSON.stringify(rejected[0])}`)
  return accepted
}

/** Sends one run. @throws if it is rejected */
export async function sendRun(desk: Desk, run = runBody()): Promise<AcceptedRun> {
  const [accepted] = await sendRuns(desk, [run])
  if (!accepted) throw new Error('the run was neither accepted nor rejected')
  return accepted
}

export type WorseVersion = { gateId: string; runIds: string[]; clientIds: string[] }

/**
 * Creates a chain decided by confidence whose version 1.0.1 (three runs at .70) is worse than 1.0.0 (three at .94): the mean quality is
 * .82, and a regression gate has opened.
 */
export async function makeWorseVersion(desk: Desk): Promise<WorseVersion> {
  await desk.send(putVersion, { chain: 'answers', version: '1.0.0' })
  await desk.as('admin')(updateChain, { chain: 'answers', profile: 'confidence' })
  await sendRuns(desk, [good(), good(), good()])
  const worse = await sendRuns(desk, [bad(), bad(), bad()])
  const { gates } = await desk.send(listGates, { state: 'pending' })
  const gate = gates.find(({ kind }) => kind === 'regression')
  if (!gate) throw new Error('no gate opened on the worse version')
  return { gateId: gate.id, runIds: worse.map((run) => run.runId), clientIds: worse.map((run) => run.id) }
}

const good = () => runBody({ version: '1.0.0', signals: { self: 0.94, peer: 0.94 } })

/** A run of the worse version. */
export const bad = () => runBody({ version: '1.0.1', signals: { self: 0.7, peer: 0.7 } })
