import { Option } from 'commander'
import { isTemporary } from '@/lib/api/call'
import { type GateWait, MAX_WAIT_S, waitForGate } from '@/lib/contracts/gate-moves'
import {
  type GateDetail,
  type GateRow,
  type GateState,
  getGate,
  type ListedGate,
  listGates,
} from '@/lib/contracts/gates'
import { gateStates } from '@/lib/contracts/vocabulary'
import { formatVersionChange } from '@/lib/presentation/format/fall'
import { formatChance, formatInterval, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { effectText } from '@/lib/presentation/labels/gate-effect'
import { type ConnectionOptions, connect, type Send, toId, toWholeNumber, withConnection } from '../connection'
import { EXIT, type ExitCode, exitHelp, UsageError } from '../exit-codes'
import { loadRegressions } from '../regression/load-regressions'
import { exitOf, formatGateState, ruleLabels } from '../regression/verdict-labels'
import { type AddCommands, type Terminal, toTable } from '../terminal'
import { formatRegressions, REGRESSION_EXITS } from './regression'

type Flags = ConnectionOptions & { json?: boolean }
const DEFAULT_WAIT_S = 1800
const MAX_TOTAL_WAIT_S = 7 * 24 * 3600

const CHECK_EXITS = {
  [EXIT.ok]: 'approved',
  [EXIT.pending]: 'pending',
  [EXIT.rejected]: 'rejected, or the approval was taken back',
  [EXIT.timedOut]: 'the deadline passed without a decision',
}

/** `veritas gate`: reads gates and waits for decisions. Cannot decide. */
export const gateCommand: AddCommands = (program, terminal, end) => {
  const gate = program
    .command('gate')
    .description('Read gates and wait for decisions. Only a person decides, in the browser.')
  for (const add of [addList, addShow, addCheck, addDryRun]) add(gate, terminal, end)
}

const addList: AddCommands = (gate, terminal) => {
  withConnection(
    gate
      .command('list')
      .description('List gates: pending ones by deadline, then the closed ones, latest first.')
      .addOption(new Option('--state <state>', 'only gates in this state').choices(gateStates))
      .option('--chain <name>', 'only gates of this chain')
      .option('--text <words>', 'only gates whose title has these words')
      .option('--limit <count>', 'maximum number', toWholeNumber(1, 200), 50)
      .option('--json', 'print the answer as JSON'),
  ).action(async ({ state, chain, text, limit, json, ...flags }: Flags & ListFlags) => {
    const filters = { state: state && [state], chain: chain === undefined ? undefined : [chain], text }
    const answer = await connect(flags, terminal)(listGates, { ...filters, limit })
    if (json) terminal.out(JSON.stringify(answer, null, 2))
    else for (const line of formatGates(answer.gates)) terminal.out(line)
    if (answer.next !== null) terminal.note(`the first ${formatPlural(limit, 'gate')}; --limit shows more`)
  })
}

const addShow: AddCommands = (gate, terminal) => {
  withConnection(
    gate
      .command('show')
      .description('Show one gate: its question, its evidence and what a decision would do.')
      .argument('<gate>', 'id of the gate', toId)
      .option('--json', 'print the answer as JSON'),
  ).action(async (gateId: string, { json, ...flags }: Flags) => {
    const detail = await connect(flags, terminal)(getGate, { gateId })
    if (json) terminal.out(JSON.stringify(detail, null, 2))
    else for (const line of formatGate(detail)) terminal.out(line)
  })
}

const addCheck: AddCommands = (gate, terminal, end) => {
  withConnection(
    gate
      .command('check')
      .description('Check whether a gate is approved. The exit code is the answer.')
      .argument('<gate>', 'id of the gate', toId)
      .option('--wait', 'wait until it is closed')
      .option('--timeout <seconds>', 'maximum time to wait (1800)', toWholeNumber(1, MAX_TOTAL_WAIT_S))
      .option('--json', 'print the answer as JSON')
      .addHelpText('after', exitHelp(CHECK_EXITS)),
  ).action(async (gateId: string, { wait, timeout, json, ...flags }: Flags & WaitFlags) => {
    if (timeout !== undefined && !wait) throw new UsageError('--timeout requires --wait')
    const answer = await waitForDecision(
      connect(flags, terminal),
      gateId,
      wait ? (timeout ?? DEFAULT_WAIT_S) : 0,
      terminal,
    )
    if (json) terminal.out(JSON.stringify(answer, null, 2))
    else terminal.out(`${formatGateState(answer.gate)}: ${answer.url}`)
    end(exitOfGate(answer.gate))
  })
}

const addDryRun: AddCommands = (gate, terminal, end) => {
  withConnection(
    gate
      .command('veritas')
      .description(
        'Show the verdict of a gate on the newest version of each chain without opening one. Changes nothing.',
      )
      .requiredOption('--dry-run', 'required: gates open automatically, and only a person decides them')
      .option('--chain <name>', 'only this chain')
      .option('--version <version>', 'this version of the chain instead of the newest')
      .option('--json', 'print the answer as JSON')
      .addHelpText('after', exitHelp(REGRESSION_EXITS)),
  ).action(async ({ chain, version, json, ...flags }: Flags & { chain?: string; version?: string }) => {
    if (version !== undefined && chain === undefined) throw new UsageError('--version requires --chain')
    const regressions = await loadRegressions(connect(flags, terminal), { chain, version })
    if (json) terminal.out(JSON.stringify({ dryRun: true, regressions }, null, 2))
    else {
      for (const line of formatRegressions(regressions, terminal)) terminal.out(line)
      terminal.out('dry run: nothing was opened or decided')
    }
    end(exitOf(regressions))
  })
}

type ListFlags = { state?: GateState; chain?: string; text?: string; limit: number }
type WaitFlags = { wait?: boolean; timeout?: number }

function formatGates(gates: readonly ListedGate[]): string[] {
  if (gates.length === 0) return ['no matching gates']
  return toTable(
    ['id', 'state', 'approvals', 'until', 'title'],
    gates.map((gate) => [
      gate.id,
      formatGateState(gate),
      gate.approvals === null ? '' : `${gate.approvals} of ${gate.quorum}`,
      gate.decidedAt ?? gate.deadlineAt,
      gate.title,
    ]),
  )
}

/** An undone decision approves nothing. */
function exitOfGate({ state, undone }: GateRow): ExitCode {
  if (undone) return EXIT.rejected
  const codes = { approved: EXIT.ok, pending: EXIT.pending, rejected: EXIT.rejected, timed_out: EXIT.timedOut }
  return codes[state]
}

// A desk that is shutting down answers early; this avoids polling it in a tight loop.
const EARLY_MS = 1000

/**
 * Waits until the gate is closed or `seconds` have passed; 0 asks once. Keeps waiting while the desk is temporarily unreachable. Prints the
 * URL of the decision when it starts to wait.
 * @throws ApiError if the first request fails, or a later one permanently.
 */
async function waitForDecision(
  send: Send,
  gateId: string,
  seconds: number,
  { note, now, sleep }: Pick<Terminal, 'note' | 'now' | 'sleep'>,
): Promise<GateWait> {
  const ends = now() + seconds * 1000
  let answer = await send(waitForGate, { gateId, timeoutSeconds: 0 })
  if (!answer.decided && seconds > 0) note(`waiting for a person: ${answer.url}`)
  while (!answer.decided && now() < ends) {
    const since = now()
    const timeoutSeconds = Math.min(Math.ceil((ends - since) / 1000), MAX_WAIT_S)
    try {
      answer = await send(waitForGate, { gateId, timeoutSeconds })
    } catch (error) {
      if (!isTemporary(error) || now() >= ends) throw error
    }
    if (!answer.decided && now() - since < EARLY_MS) await sleep(EARLY_MS)
  }
  return answer
}

/** Formats a gate: the question, its evidence, and the effects of a decision. */
function formatGate({ gate, evidence, consequences, effect, history }: GateDetail): string[] {
  const { prior, current, probability } = evidence
  const closes = gate.state === 'pending' ? `until ${gate.deadlineAt}` : `at ${gate.decidedAt}`
  return [
    gate.title,
    gate.question,
    '',
    `state     ${formatGateState(gate)} ${closes}`,
    `opened    ${gate.openedAt} by ${gate.openedBy}`,
    ...(prior ? [`before    ${prior.version}: ${formatScore(prior.mean)} over ${prior.n}`] : []),
    `now       ${current.version}: ${formatScore(current.mean)} over ${current.n}`,
    ...(evidence.verdict === null ? [] : [`verdict   ${ruleLabels[evidence.verdict]} by the rule`]),
    ...(evidence.delta === null
      ? []
      : [`change    ${formatVersionChange({ ...evidence, quality: evidence.current }, evidence.threshold)}`]),
    ...(probability
      ? [
          `chance    ${formatChance(probability.exceeds)} that the drop is more than ${evidence.threshold}; 90% interval ${formatInterval(probability.interval)}`,
        ]
      : []),
    ...evidence.notes.map((note) => `note      ${note}`),
    ...(consequences
      ? [`approve   ${consequences.approve}`, `reject    ${consequences.reject}`, `time out  ${consequences.timeout}`]
      : [`effect    ${effectText(gate, effect)}`]),
    ...history.map(
      ({ verdict, by, decidedAt, reason }) => `${decidedAt}  ${verdict} by ${by}${reason ? `: ${reason}` : ''}`,
    ),
  ]
}
