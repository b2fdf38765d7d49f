import type { BriefFacts } from '@/lib/contracts/briefs'
import type { GatePair } from '@/lib/contracts/gate-evidence'
import type { GateDetail } from '@/lib/contracts/gates'
import { prepareGateOdds, prepareGateWorst } from '../charts/prepare-gate-odds'
import { formatChangeShown } from '../format/fall'
import { formatChange, formatCount, formatPlural, formatScore } from '../format/number'
import { cutLine } from '../format/text'
import { LIMITS, outputExcerpt, requestExcerpt } from './run-brief'

/** Request and output of runs by id; runs too long to be read for this are missing. */
export type RunTexts = ReadonlyMap<string, { request: unknown; output: unknown }>

type GateBriefInput = {
  detail: GateDetail
  /** The brief of the gate's run; null for a gate about a version. */
  run: BriefFacts | null
  texts: RunTexts
  links: BriefFacts['links']
}

/** Collects the facts of a gate's brief: of a gate about a run those of that run, of one about a version the worst pairs of runs. */
export function buildGateBrief({ detail, run, texts, links }: GateBriefInput): BriefFacts {
  const { gate, evidence } = detail
  const pairs = run ? [] : pairsOf(detail, texts)
  const [worst] = pairs
  return {
    subject: { kind: 'gate', id: gate.id, name: gate.title },
    headline: headlineOf(detail),
    chain: gate.chain,
    version: gate.version,
    priorVersion: evidence.prior?.version ?? gate.priorVersion,
    next: run?.next ?? null,
    sendAs: run?.sendAs ?? null,
    asked: run?.asked ?? (worst ? requestExcerpt(texts.get(worst.current.runId)?.request, LIMITS.step) : null),
    came: run?.came ?? null,
    error: run?.error ?? null,
    guiltyStep: run?.guiltyStep ?? null,
    findings: run?.findings ?? [],
    words: [...wordsOf(detail), ...(run?.words ?? [])]
      .filter((word, place, all) => all.findIndex(({ by, text }) => by === word.by && text === word.text) === place)
      .slice(0, LIMITS.words),
    failures: run?.failures ?? [],
    changes: run?.changes ?? fallenFactors(detail),
    keep: run?.keep ?? heldFactors(detail),
    pairs,
    evidence: run ? evidence.notes : evidenceSentences(detail),
    examples: [],
    links,
  }
}

const OUTCOMES = { approved: 'Approved', rejected: 'Rejected', timed_out: 'No decision in time' } as const

function headlineOf({ gate }: GateDetail): string {
  if (gate.state === 'pending') return cutLine(`Waits for a decision: ${gate.question}`, LIMITS.line)
  const by = gate.decidedBy ? ` by ${gate.decidedBy}` : ''
  const reason = gate.reason ? `: ${cutLine(gate.reason, LIMITS.line)}` : '.'
  return `${OUTCOMES[gate.state]}${by}${reason}${gate.undone ? ' (taken back since)' : ''}`
}

function wordsOf({ gate, votes }: GateDetail): BriefFacts['words'] {
  const cast = votes.map(({ by, verdict, reason, at }) => ({
    by: by.name,
    verdict,
    text: reason && cutLine(reason, LIMITS.said),
    at,
    about: null,
  }))
  const asked = { by: gate.openedBy, verdict: 'asked', text: cutLine(gate.question, LIMITS.said), at: gate.openedAt }
  return [...cast.toReversed(), { ...asked, about: null }]
}

function evidenceSentences({ evidence }: GateDetail): string[] {
  const { verdict, sentences } = prepareGateOdds(evidence)
  const { prior, current, delta } = evidence
  const means =
    prior && delta !== null
      ? [
          `${prior.version} ${formatScore(prior.mean)} over ${formatPlural(prior.n, 'scored live run')}, ${current.version} ${formatScore(current.mean)} over ${formatCount(current.n)}.`,
        ]
      : []
  return [`${verdict}.`, ...means, ...sentences, ...evidence.warnings.map(({ text }) => text), ...evidence.notes]
}

function pairsOf({ evidence, worst }: GateDetail, texts: RunTexts): BriefFacts['pairs'] {
  const shown = new Map(worst.flatMap(({ prior, current }) => (prior ? [prior, current] : [current])).map(byRun))
  const side = (version: string, runId: string, score: number) => {
    const said = texts.get(runId)
    const run = shown.get(runId)
    const error = run?.isError && run.answer !== null ? cutLine(run.answer, LIMITS.line) : null
    const came = said && error === null ? outputExcerpt(said.output, LIMITS.pair) : null
    return { runId, version, score, came, error, issues: run?.issues.map((text) => cutLine(text, LIMITS.line)) ?? [] }
  }
  return prepareGateWorst(evidence).map(({ scenario, runId, score, prior }) => ({
    scenario,
    asked: requestExcerpt(texts.get(runId)?.request, LIMITS.pair),
    prior: prior && evidence.prior ? side(evidence.prior.version, prior.runId, prior.score) : null,
    current: side(evidence.current.version, runId, score),
  }))
}

const byRun = (run: GatePair['current']) => [run.runId, run] as const

/** Smaller drops are within the usual difference of two runs. */
const VISIBLE = 0.02

function fallenFactors({ evidence: { factors } }: GateDetail): BriefFacts['changes'] {
  return factors
    .filter(({ change }) => change !== null && change < -VISIBLE)
    .map(({ label, prior, current }) => ({
      field: label,
      issue: `went from ${formatScore(prior)} to ${formatScore(current)} (${formatChangeShown(prior, current)})`,
      fix: null,
    }))
}

function heldFactors({ evidence: { factors } }: GateDetail): string[] {
  return factors
    .filter(({ change }) => change !== null && change >= -VISIBLE)
    .map(
      ({ label, current, change }) =>
        `${label} ${formatScore(current)} (${change === 0 ? 'unchanged' : formatChange(change)})`,
    )
}
