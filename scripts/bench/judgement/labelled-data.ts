import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { failureClass } from '@/lib/contracts/primitives'
import { clamp01 } from '@/lib/engine/tolerance'
import { Refusal } from '../../provision/progress'
import { agentRun } from './agent-run'

const USUAL_PLACE = '../shared/data'

/** Parses signals of an item with a human or gold label; the arguments name the published signals used as evaluators. */
function signalItem(self: string, peer: string, downstream: string) {
  const isThere = (value: number | null | undefined) => value !== null && value !== undefined
  return z
    .object({
      group: z.string(),
      signals: z.record(z.string(), z.number().nullable()),
      human_binary: z.union([z.literal(0), z.literal(1)]),
    })
    .transform(({ group, signals, human_binary }) => {
      const named = { self: signals[self], peer: signals[peer], downstream: signals[downstream] }
      const given = Object.entries(named).filter(([, value]) => isThere(value))
      return {
        group,
        approved: human_binary === 1,
        signals: Object.fromEntries(given.map(([evaluator, value]) => [evaluator, clamp01(value ?? 0)])),
      }
    })
}
export type SignalItem = z.output<ReturnType<typeof signalItem>>

const failedRun = z
  .object({
    question: z.string(),
    mistake_agent: z.string(),
    mistake_step: z.coerce.number().int(),
    history: z.array(
      z.object({
        agent: z.string().nullish(),
        name: z.string().nullish(),
        role: z.string().nullish(),
        content: z.string().nullish(),
      }),
    ),
  })
  .transform(({ question, mistake_agent, mistake_step, history }) => ({
    task: question,
    guilty: { agent: mistake_agent, step: mistake_step },
    steps: history.map(({ agent, name, role, content }, at) => ({
      id: String(at),
      agent: agent ?? name ?? role ?? undefined,
      role: role ?? undefined,
      content,
    })),
  }))
export type LabelledFailedRun = z.output<typeof failedRun>

/** Scores of attempts; `truth` is the value of each on held-out data, if measured. Some are in per cent. */
const scoreSeries = z
  .object({
    scores: z.array(z.number()).min(1),
    test_scores: z.array(z.number()).nullish(),
    n_eval: z.number().min(1).nullish(),
  })
  .transform(({ scores, test_scores, n_eval }) => ({
    scores: asShares(scores),
    truth: asShares(test_scores ?? scores),
    evaluations: n_eval ?? undefined,
  }))
export type ScoreSeries = z.output<typeof scoreSeries>

const asShares = (scores: readonly number[]) =>
  scores.some((score) => score > 1) ? scores.map((score) => score / 100) : [...scores]

const answerPair = z.object({ source: z.string(), right: z.string(), invented: z.string() })
export type AnswerPair = z.output<typeof answerPair>

const failureMessage = z.object({ message: z.string(), label: failureClass, retryable: z.boolean() })
export type LabelledFailure = z.output<typeof failureMessage>

/**
 * Reads published data with labels, one folder per set; the repository does not contain them. Null if no folder is named and the default
 * one does not exist.
 * @throws Refusal if the named folder is missing, or for an invalid line
 */
export function readLabelledData(named?: string) {
  const folder = named ?? USUAL_PLACE
  if (!existsSync(folder)) {
    if (named !== undefined) throw new Refusal(`The folder ${named} is not on this machine.`)
    return null
  }
  const read = <Row>(file: string, row: z.ZodType<Row>) => readRows(join(folder, file), row)
  return {
    frank: read('frank/signals.jsonl', signalItem('bertscore_p_art', 'factcc', 'qags')),
    'gepa-confidence': read(
      'gepa-confidence/signals.jsonl',
      signalItem('self_logprob', 'peer_default_prompt', 'peer_tuned_prompt'),
    ),
    'tau-bench': read('tau-bench/runs.jsonl', agentRun),
    'who-when': read('who-when/failures.jsonl', failedRun),
    convergence: read('convergence/series.jsonl', scoreSeries),
    'halueval-qa': read('halueval-qa/items.jsonl', answerPair),
    'failure-messages': read('failure-messages/messages.jsonl', failureMessage),
  }
}

/** The rows of each set; null if it is not on this machine. */
export type LabelledData = NonNullable<ReturnType<typeof readLabelledData>>
export type SetName = keyof LabelledData

function readRows<Row>(file: string, row: z.ZodType<Row>): Row[] | null {
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    try {
      return [row.parse(JSON.parse(line))]
    } catch (error) {
      const what = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
      throw new Refusal(`${file}, line ${at + 1}: ${what}`)
    }
  })
}

/**
 * Splits rows into a training and a test half. Rows of one group are in the same half, chosen by the md5 of the group, so the split is the
 * same on every machine; another `salt` gives other halves.
 */
export function halvesOf<Row extends { group: string }>(
  rows: readonly Row[],
  salt = '',
): { taught: Row[]; tested: Row[] } {
  const isTested = ({ group }: Row) => (createHash('md5').update(`${salt}${group}`).digest()[0] ?? 0) % 2 === 1
  return { taught: rows.filter((row) => !isTested(row)), tested: rows.filter(isTested) }
}
