type RunFacts = {
  runId: string
  clientId: string
  chain: string
  version: string
  kind: string
  status: string
  quality: number | null
  tooLittleMeasured: boolean
  confidence: number | null
  coverage: number
  decision: string
  reason: string
  flag: string | null
  revision: number
}

const DECIDED: Record<string, string> = {
  accept: 'accepted',
  iterate: 'try again',
  accept_best: 'best attempt kept',
  escalate: 'needs a person',
  insufficient_evidence: 'too little measured',
}

/**
 * Data of `run.scored` and `run.needs_review`, each sent once per run. Scores are in [0, 1]; null = not measured. `revision` counts how
 * often its facts were recomputed before.
 */
export function runData(run: RunFacts): WebhookData {
  const { runId, clientId, chain, version, quality, tooLittleMeasured, decision, reason } = run
  const score = tooLittleMeasured
    ? 'too little measured for a quality'
    : quality === null
      ? 'no quality score'
      : `quality ${quality.toFixed(2)}`
  return {
    path: `/runs/${runId}`,
    summary: `${clientId} of ${chain} ${version}: ${score}, ${DECIDED[decision] ?? decision}. ${reason}`.trim(),
    run: toRun(run),
  }
}

function toRun({ runId, ...rest }: RunFacts): WebhookData {
  return { id: runId, ...rest }
}

type GateFacts = {
  id: string
  kind: string
  state: string
  title: string
  question: string
  chain: string
  version: string
  priorVersion: string | null
  runId: string | null
  openedBy: string
  openedAt: string
  deadlineAt: string
  decidedAt: string | null
  decidedBy: string | null
  reason: string | null
}

/** Data of `gate.opened` and `regression.detected`. */
export function gateData(gate: GateFacts): WebhookData {
  return { path: `/gates/${gate.id}`, summary: `${sentence(gate.title)} ${gate.question}`, gate: thin(gate) }
}

/** The serving version after a gate about a version; null for a gate about a run. */
export type VersionStatus = { versionState: string; servedVersion: string | null } | null

const PAST = { approved: 'approved', rejected: 'rejected', timed_out: 'timed out', reversed: 'taken back' } as const

/**
 * Data of `gate.approved`, `gate.rejected`, `gate.timed_out`, `gate.reversed`. `rollbackTarget`: the version to serve instead, null when
 * there is none; only present for a version that was rejected or halted.
 */
export function outcomeData(
  gate: GateFacts,
  outcome: keyof typeof PAST,
  status: VersionStatus,
  by: { name: string | null; reason: string | null },
): WebhookData {
  const isTakenBack = status !== null && (outcome === 'rejected' || outcome === 'timed_out')
  const what = headed(gate.title, `${PAST[outcome]}${by.name ? ` by ${by.name}` : ''}.`)
  const summary = by.reason ? `${what} ${sentence(by.reason)}` : what
  return {
    path: `/gates/${gate.id}`,
    summary,
    gate: thin(gate),
    by: by.name,
    reason: by.reason,
    ...status,
    ...(isTakenBack && { rollbackTarget: status.servedVersion }),
  }
}

const isEnded = (text: string) => /[.!?…]$/.test(text)

const sentence = (text: string) => (isEnded(text) ? text : `${text}.`)

/** The words about a title: after a colon, or as a sentence of their own where the title is one. */
function headed(title: string, words: string): string {
  return isEnded(title) ? `${title} ${words.charAt(0).toUpperCase()}${words.slice(1)}` : `${title}: ${words}`
}

/** The fields of a gate that a receiver needs; the question is in the summary, or behind the link. */
function thin(gate: GateFacts): WebhookData {
  const { id, kind, state, title, chain, version, priorVersion, runId } = gate
  const { openedBy, openedAt, deadlineAt, decidedAt, decidedBy, reason } = gate
  const times = { openedBy, openedAt, deadlineAt, decidedAt, decidedBy, reason }
  return { id, kind, state, title, chain, version, priorVersion, runId, ...times }
}

export type FailureGroupFacts = {
  fingerprint: string
  failureClass: string
  node: string
  template: string
}

/**
 * Data of `failure.regressed` and `failure.escalated`. `facts`: where it came back and what it was resolved in, or how often it
 * occurred within a day.
 */
export function failureData(
  { fingerprint, failureClass, node, template }: FailureGroupFacts,
  sentence: string,
  facts: WebhookData,
): WebhookData {
  const message = template.replaceAll('<*>', '…')
  return {
    path: `/failures/${encodeURIComponent(fingerprint)}`,
    summary: `${sentence} ${message}`.trim(),
    failureGroup: { id: fingerprint, failureClass, node, message },
    ...facts,
  }
}

type DeadLetterFacts = { id: string; operation: string; category: string; error: string; runKey: string | null }

/** Data of `dlq.added`. The arguments are never sent. */
export function deadLetterData({ id, operation, category, error, runKey }: DeadLetterFacts): WebhookData {
  return {
    path: `/dead-letters?item=${id}`,
    summary: `${operation} failed (${category}): ${error}`,
    deadLetter: { id, operation, category, error, runId: runKey },
  }
}

type BriefFacts = {
  subject: { kind: string; id: string; name: string }
  headline: string
  chain: string | null
  version: string | null
  asked: { text: string; more: number } | null
  came: { text: string; more: number } | null
  error: string | null
  guiltyStep: { nodeId: string | null; agent: string | null; basis: string; reason: string | null } | null
  findings: readonly { verdict: string; field: string; text: string; evidence: string }[]
  words: readonly { by: string; verdict: string; text: string | null }[]
  failures: readonly { node: string; failureClass: string; role: string; message: string }[]
  changes: readonly { field: string; issue: string }[]
  keep: readonly string[]
  pairs: readonly { scenario: string | null; prior: PairFacts | null; current: PairFacts }[]
}
type PairFacts = { runId: string; version: string; score: number | null }

const BRIEF = { text: 400, line: 120, parts: 3 }

/**
 * Data of `brief.ready`: excerpts of the parts of a brief, short enough that all of them fit. The full brief is behind the link and in
 * `get_brief`.
 */
export function briefData(path: string, brief: BriefFacts): WebhookData {
  const short = (text: string | null, max = BRIEF.line) =>
    text !== null && text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text
  const few = <T, U>(items: readonly T[], toItem: (item: T) => U) => items.slice(0, BRIEF.parts).map(toItem)
  const side = ({ runId, version, score }: PairFacts) => ({ runId, version, score })
  const { subject, headline, chain, version, guiltyStep } = brief
  return {
    path,
    summary: headed(short(subject.name) ?? '', short(headline, BRIEF.text) ?? ''),
    brief: {
      subject: { kind: subject.kind, id: subject.id },
      chain,
      version,
      asked: short(brief.asked?.text ?? null, BRIEF.text),
      came: short(brief.came?.text ?? null, BRIEF.text),
      error: short(brief.error, BRIEF.text),
      guiltyStep: guiltyStep && {
        nodeId: guiltyStep.nodeId,
        agent: guiltyStep.agent,
        basis: guiltyStep.basis,
        reason: short(guiltyStep.reason),
      },
      findings: few(brief.findings, ({ verdict, field, text, evidence }) => {
        return { verdict, field: short(field), text: short(text), evidence: short(evidence) }
      }),
      words: few(brief.words, ({ by, verdict, text }) => ({
        by: short(by),
        verdict,
        text: short(text, BRIEF.text / 2),
      })),
      failures: few(brief.failures, ({ node, failureClass, role, message }) => {
        return { node: short(node), failureClass, role, message: short(message) }
      }),
      changes: few(brief.changes, ({ field, issue }) => short(`${field}: ${issue}`)),
      keep: few(brief.keep, (text) => short(text)),
      pairs: few(brief.pairs, ({ scenario, prior, current }) => {
        return { scenario: short(scenario), prior: prior && side(prior), current: side(current) }
      }),
    },
  }
}

type Withdrawal = { kind: string; verdict: string; by: string | null; reason: string | null }

/** Data of `brief.withdrawn`: the subject, and the verdict that replaced or undid the rejection. */
export function withdrawalData(
  path: string,
  brief: BriefFacts,
  { kind, verdict, by, reason }: Withdrawal,
): WebhookData {
  const did = kind === 'review' ? (verdict === 'approve' ? 'Approved' : 'Rated') : 'Taken back'
  const who = by === null ? did : `${did} by ${by}`
  const { subject, chain, version } = brief
  return {
    path,
    summary: headed(subject.name, `nothing to fix any more. ${sentence(reason === null ? who : `${who}: ${reason}`)}`),
    brief: { subject: { kind: subject.kind, id: subject.id }, chain, version },
    by,
    reason,
  }
}

export type WebhookData = Readonly<Record<string, unknown>>

const MAX_TEXT = 1000
const MAX_ITEMS = 50
const MAX_CHARS = 8000

/**
 * Truncates data so that a message stays below 20 kB in any language: long texts and lists are cut, and if that is not enough only the
 * scalar top-level fields are kept, with `isCut: true`. The page behind `url` has the rest.
 */
export function truncatePayload(data: WebhookData): WebhookData {
  const cut = cutFields(data)
  if (size(cut) <= MAX_CHARS) return cut
  const kept: Record<string, unknown> = { isCut: true }
  for (const [key, value] of Object.entries(cut)) {
    const isPlain = value === null || typeof value !== 'object'
    if (isPlain && size({ ...kept, [key]: value }) <= MAX_CHARS) kept[key] = value
  }
  return kept
}

const size = (value: unknown) => JSON.stringify(value).length

function cutFields(data: WebhookData): WebhookData {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, cut(value)]))
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT).toWellFormed()}…` : value
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(cut)
  return isPlainObject(value) ? cutFields(value) : value
}

function isPlainObject(value: unknown): value is WebhookData {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
