import { EngineInputError, type InputIssue } from '../input-error'
import { checkJudgeScore, type JudgeVerdict, readJudgeAnswer } from '../judge/answer'
import type { GateArtifact, GateConfig, GateResult, GateTask, JudgeAnswer } from '../judge/prompt'
import { FOUNDATION_DEPENDENTS, isFoundation } from './generate-fixup-task'

const standardThreshold = 3
const foundationFloor = 2

export interface EvaluateQualityGateInput {
  task: GateTask
  result: GateResult
  /** Absent when no judge was asked; the gate then never passes. */
  judge?: JudgeAnswer | null | undefined
  config?: GateConfig | undefined
}

export interface QualityGateVerdict {
  /** 0 or 1 from a pre-flight check, 1 to 5 from the judge, null when nothing was scored. */
  score: number | null
  feedback: string
  passed: boolean
  /** Whether expected files are missing. */
  artifactAutoFail: boolean
  /** Whether it was rejected before reaching a judge; not counted against the worker. */
  preFlightReject: boolean
  /** The judge gave no usable answer; neither a pass nor a rejection. */
  gateError: boolean
  effectiveThreshold: number
  judged: boolean
  /** Other pre-flight checks that failed besides the decisive one. */
  alsoFailed: PreFlightCheck[]
  /** Whether it is a foundation task, whose threshold is relaxed. */
  foundation: boolean
  /** Additional retries before a fixup task is made: 1 for a foundation task, else 0. */
  extraRetries: number
  /** The judge's score as the peer signal of the confidence, (score - 1) / 4; null without a score. */
  peerSignal: number | null
}

/**
 * Evaluates a finished task: first the pre-flight checks (artifacts, zero tool calls, write intent; the first failure decides), then the
 * judge's answer against the threshold.
 * @throws {EngineInputError} on a threshold outside 1 to 5.
 */
export function evaluateQualityGate({
  task,
  result,
  judge,
  config = {},
}: EvaluateQualityGateInput): QualityGateVerdict {
  const { effectiveThreshold, foundation } = thresholdFor(task, config)
  const common = {
    effectiveThreshold,
    foundation,
    extraRetries: foundation ? 1 : 0,
    alsoFailed: [],
    peerSignal: null,
  }
  const [decisive, ...others] = checkPreFlight(task, result, config)
  if (decisive)
    return {
      ...common,
      score: decisive.score,
      feedback: decisive.feedback,
      passed: false,
      artifactAutoFail: decisive.check !== 'zero_tool_calls',
      preFlightReject: true,
      gateError: false,
      judged: false,
      alsoFailed: others.map(({ check }) => check),
    }
  const verdict = read(judge)
  const noFault = { artifactAutoFail: false, preFlightReject: false }
  if ('fault' in verdict)
    return {
      ...common,
      ...noFault,
      score: null,
      feedback: verdict.fault,
      passed: false,
      gateError: true,
      judged: false,
    }
  const { score, feedback } = verdict
  const passed = score >= effectiveThreshold
  return { ...common, ...noFault, score, feedback, passed, gateError: false, judged: true, peerSignal: (score - 1) / 4 }
}

/** Returns the effective threshold: one lower for a foundation task (3 or more dependents), but never below 2 nor above the plain one. */
function thresholdFor({ dependents = 0 }: GateTask, config: GateConfig) {
  const { qualityThreshold = standardThreshold, foundationMinDependents = FOUNDATION_DEPENDENTS } = config
  const issues: InputIssue[] = []
  if (!(qualityThreshold >= 1 && qualityThreshold <= 5))
    issues.push({ path: 'config.qualityThreshold', message: 'must be a number from 1 to 5' })
  if (!(Number.isInteger(foundationMinDependents) && foundationMinDependents >= 1))
    issues.push({ path: 'config.foundationMinDependents', message: 'must be a whole number from 1' })
  if (issues.length > 0) throw new EngineInputError(issues)
  const foundation = isFoundation(dependents, foundationMinDependents)
  const relaxed = Math.min(qualityThreshold, Math.max(foundationFloor, qualityThreshold - 1))
  return { effectiveThreshold: foundation ? relaxed : qualityThreshold, foundation }
}

function read(judge: JudgeAnswer | null | undefined): JudgeVerdict {
  if (!judge) return { fault: 'no judge was asked' }
  if (judge.error !== undefined) return { fault: `the judge failed: ${judge.error}` }
  if (judge.reply !== undefined) return readJudgeAnswer(judge.reply)
  return checkJudgeScore(judge.score, judge.feedback ?? '')
}

type PreFlightCheck = 'artifacts' | 'zero_tool_calls' | 'write_intent'

interface PreFlightFailure {
  check: PreFlightCheck
  score: 0 | 1
  feedback: string
}

/** Returns the failed checks that need no judge, in order of precedence; empty when all pass. */
function checkPreFlight(task: GateTask, result: GateResult, config: GateConfig): PreFlightFailure[] {
  return [checkArtifacts(task, result), checkToolCalls(task, result, config), checkWriteIntent(task, result)].filter(
    (failure) => failure !== null,
  )
}

/** Fails when target files are named and all of them are missing or empty. Passes without an artifact report. */
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

const withoutTools = new Set(['research', 'analysis', 'design', 'review', 'merge'])

/** Whether a task of this type needs tool calls. An unknown type counts as `implement`, which does. */
function requiresToolCalls(type: string, override?: GateConfig['requiresToolCalls']): boolean {
  if (typeof override === 'boolean') return override
  if (override && Object.hasOwn(override, type)) return override[type] === true
  return !withoutTools.has(type.toLowerCase())
}

const writing =
  '(?:writ(?:e|es|ing)|creat(?:e|es|ing)|generat(?:e|es|ing)|sav(?:e|es|ing)|export(?:s|ing)?|output(?:s|ting)?|produc(?:e|es|ing)|stor(?:e|es|ing)|dump(?:s|ing)?|draft(?:s|ing)?|add(?:s|ing)?|put)'
const path =
  '(?!(?:e\\.g|i\\.e|(?:node|next|vue|nuxt|react|three|d3)\\.js|asp\\.net|socket\\.io)\\b)[`"\'“‘]?(?:[\\w@.-]+[/\\\\])*[\\w@-][\\w@.-]*\\.[A-Za-z][A-Za-z0-9]{0,7}\\b'
const folder = '[`"\'“‘]?(?:\\.{0,2}\\/)?(?:[\\w@.-]+\\/)+[\\w@.-]*'
const between = '(?:(?!\\b(?:of|for|from|about|on|like|using|based|and|then)\\b)[^.;:\\n]){0,80}?'

const target = `(?:(?:a|an|the|new|file)\\s+){0,3}(?:${path}|${folder})`

const intents = [
  new RegExp(`\\b${writing}\\s+(?:(?:a|an|the|this|new|file|module|document|script)\\s+){0,4}${path}`, 'gi'),
  new RegExp(`\\b${writing}\\b[^.;\\n]{0,80}?\\b(?:to|into|as|named|called)\\s+${target}`, 'gi'),
  new RegExp(`\\b${writing}\\b${between}\\b(?:in|at|under)\\s+${target}`, 'gi'),
  new RegExp(
    `\\b${writing}\\b${between}\\b(?:files?|scripts?)\\b(?!\\s+(?:names?|lists?|format|summary|analysis))`,
    'gi',
  ),
  // Not "how the files are created", nor "the files that are created": they exist already.
  /(?<!\b(?:how|when|where|why)\s+(?:(?:the|these|those|all|any|new)\s+){0,2})\b(?:files?|scripts?)\b[^.;\n]{0,40}?(?<!\b(?:that|which)\s+)\b(?:be|is|are)\s+(?:created|written|generated|saved|produced)\b/gi,
]
/** After a denial: "do not forget to write", "if it does not exist create", "not only". */
const affirmed = '(?!(?:forget|fail|hesitate|neglect|omit|exist|only|just|more|less|fewer|later)\\b)'
const negation = new RegExp(
  `\\b(?:do not|don[’']?t|does not|doesn[’']?t|never|without|avoid|must not|mustn[’']?t|should not|shouldn[’']?t|no need to|not|cannot|can[’']?t|rather than|instead of)\\s+${affirmed}(?:\\w+\\s+){0,2}$|\\bno\\s+(?:\\w+\\s+)?$`,
  'i',
)
/** A denial of what is written, or where: "no new files", "not to a file", "nothing in src/". */
const none = new RegExp(`\\b(?:no|not|never|nothing)\\s+${affirmed}(?:[\\w’'-]+\\s+){0,3}\\S+$`, 'i')
const verb = new RegExp(`\\b${writing}\\b`, 'gi')
/** What comes before writing that is only talked about: "how to write files", "the script that generates files". */
const mention =
  /\b(?:(?:how|when) to|how(?: (?!and\b|or\b|then\b|to\b)\w+){1,2}|(?:whether|why)(?: (?!and\b|or\b|then\b)\w+){0,3}|what|(?:that|which|who)(?: (?:can|could|may|might|must|should|will|would|automatically))?)\s+$/i

/** Whether a description asks for a file to be written; "do not create files" and "explain how to write files" do not. */
export function hasWriteIntent(description: string): boolean {
  return intents.some((intent) =>
    [...description.matchAll(intent)].some((match) => {
      const [text] = match
      const last = match.index + ([...text.matchAll(verb)].at(-1)?.index ?? 0)
      const [before, beforeLast] = [match.index, last].map((at) => description.slice(Math.max(0, at - 60), at))
      const isDenied = negation.test(before ?? '') || negation.test(beforeLast ?? '') || none.test(text)
      return !isDenied && !mention.test(before ?? '')
    }),
  )
}
