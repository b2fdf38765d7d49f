import type { RunInput } from '@/lib/contracts/run-input'
import { detectHallucinations } from '../hallucination/detect-hallucinations'
import { textOfOthers } from '../json/text-of-others'
import { readTrace, type Trace, type TraceCall, textOf } from './read-trace'

/**
 * Facts that can be counted about a run without knowing its quality. Counts are ln(1 + count), shares and yes-or-no values are in [0, 1];
 * null when unknown: a run without nodes has an unknown number of calls, not zero.
 */
export type RunFacts = Record<RunFact, number | null>
export type RunFact =
  | 'requestWords'
  | 'requestConditions'
  | 'requestSentences'
  | 'steps'
  | 'calls'
  | 'tools'
  | 'writes'
  | 'writeKinds'
  | 'writeSize'
  | 'uptake'
  | 'errors'
  | 'unresolved'
  | 'endedOnError'
  | 'repeats'
  | 'streak'
  | 'apologies'
  | 'refusals'
  | 'refusedAtEnd'
  | 'handOvers'
  | 'findings'
  | 'answerWords'
  | 'answerLists'
  | 'answerNumbers'
  | 'thanks'
  | 'objections'
  | 'tokens'
  | 'time'
  | 'cost'
  | 'unfinished'

export function runFacts(run: RunInput): RunFacts {
  const trace = readTrace(run)
  const request = textOf(run.request)
  return {
    ...requestFacts(request),
    ...callFacts(trace, request),
    ...speechFacts(trace, textOf(run.output), textOf(textOfOthers(run.request))),
    tokens: countOf(run.tokens?.total ?? sumOf(run.tokens?.input, run.tokens?.output)),
    time: countOf(run.durationMs ?? elapsed(run.startedAt, run.endedAt)),
    cost: countOf(run.costUsd === undefined ? null : run.costUsd * 1000),
    unfinished: run.status !== 'completed' || textOf(run.output) === '' ? 1 : 0,
  }
}

const conditions = /\b(?:if|unless|otherwise|except|but|however|instead|only|until|prefer|when)\b/gi

function requestFacts(request: string) {
  const hasRequest = request !== ''
  return {
    requestWords: hasRequest ? Math.log1p(wordsIn(request)) : null,
    requestConditions: hasRequest ? Math.log1p(matchesIn(request, conditions)) : null,
    requestSentences: hasRequest
      ? Math.log1p(request.split(/[.!?\n]+/).filter((part) => /\w/.test(part)).length)
      : null,
  }
}

function callFacts(trace: Trace, request: string) {
  const { calls, steps } = trace
  const ifTraced = (value: number) => (steps > 0 ? value : null)
  const writes = calls.filter(({ name }) => isWrite(name))
  const failed = calls.filter((call) => call.failed)
  const lastGood = new Map(calls.filter((call) => !call.failed).map(({ name, at }) => [name, at]))
  const unresolved = failed.filter(({ name, at }) => (lastGood.get(name) ?? -1) <= at)
  const hasArguments = calls.length === 0 || calls.some(({ asked }) => asked !== null)
  const keys = calls.flatMap(({ name, asked }) => (asked === null ? [] : [`${name} ${asked}`]))
  const written = writes.reduce((sum, { asked }) => sum + (asked?.length ?? 0), 0)
  return {
    steps: ifTraced(Math.log1p(steps)),
    calls: ifTraced(Math.log1p(calls.length)),
    tools: ifTraced(Math.log1p(new Set(calls.map(({ name }) => name)).size)),
    writes: ifTraced(Math.log1p(writes.length)),
    writeKinds: ifTraced(Math.log1p(new Set(writes.map(({ name }) => name)).size)),
    writeSize: hasArguments ? ifTraced(Math.log1p(written)) : null,
    uptake: hasArguments && steps > 0 ? uptake(trace, request) : null,
    errors: ifTraced(Math.log1p(failed.length + trace.failures)),
    unresolved: ifTraced(Math.log1p(unresolved.length)),
    endedOnError: ifTraced(calls.at(-1)?.failed ? 1 : 0),
    repeats: hasArguments ? ifTraced(Math.log1p(keys.length - new Set(keys).size)) : null,
    streak: ifTraced(Math.log1p(longestStreak(calls))),
  }
}

/** Share of the names, numbers and ids in the request and people's messages that were passed to a tool; null if there are none. */
function uptake({ calls, texts }: Trace, request: string): number | null {
  const said = texts.filter(({ speaker }) => speaker === 'user').map(({ text }) => text)
  const named = new Set([request, ...said].flatMap(particularsIn))
  if (named.size === 0) return null
  const asked = new Set(calls.flatMap(({ asked }) => asked?.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []))
  return [...named].filter((word) => asked.has(word)).length / named.size
}

/** Returns words of two or more characters with a digit, and capitalized words within a sentence, in lower case. */
function particularsIn(text: string): string[] {
  const found = text.match(
    /(?<![\p{L}\p{N}_])(?:(?=[\p{L}_]*\p{N})[\p{L}\p{N}_]{2,}|(?<=[\p{Ll}\p{N},;)] )\p{Lu}[\p{L}_]{2,})/gu,
  )
  return (found ?? []).map((word) => word.toLowerCase())
}

/** Returns the longest series of consecutive calls of one tool; 0 if no tool was called twice in a row. */
function longestStreak(calls: readonly TraceCall[]): number {
  let [longest, current] = [0, 1]
  for (const [index, { name }] of calls.entries()) {
    current = index > 0 && calls[index - 1]?.name === name ? current + 1 : 1
    if (current > 1) longest = Math.max(longest, current)
  }
  return longest
}

const apology = /\b(?:sorry|apologi[sz]e|apolog(?:y|ies)|my mistake)\b/i
const refusal =
  /\b(?:unfortunately|unable to|not able to|cannot|can't|can not|not possible|not allowed|not permitted|not eligible)\b/i
const handOver =
  /\b(?:transferr?|escalat|hand(?:ed|ing)? (?:\w+ )?(?:over|off)|connect|refer|contact)\w*\b[^.!?]{0,60}\b(?:human|person|representative|supervisor|specialist|operator|support team|live agent)/i
const thanks = /\b(?:thanks?|great|perfect|appreciate|wonderful|excellent)\b/i
const objection = /\b(?:but|no|not|still|again|wrong|actually|already|really|why|instead|incorrect)\b/i

function speechFacts({ texts, calls, results, steps }: Trace, output: string, request: string) {
  const ifTraced = (value: number) => (steps > 0 ? value : null)
  const said = texts.filter(({ speaker }) => speaker === 'model').map(({ text }) => text)
  const heard = texts.filter(({ speaker }) => speaker === 'user').map(({ text }) => text)
  const answers = said.length > 0 ? said : output === '' ? [] : [output]
  const sum = (pattern: RegExp) => answers.reduce((total, text) => total + matchesIn(text, pattern), 0)
  const saying = (pattern: RegExp) => answers.filter((text) => pattern.test(text)).length
  const isHandedOver = saying(handOver) > 0 || calls.some(({ name }) => isHandOver(name))
  const spoken = answers.length > 0
  const words = answers.reduce((total, text) => total + wordsIn(text), 0)
  const objections = heard.filter((text) => objection.test(text)).length
  return {
    apologies: spoken ? Math.log1p(saying(apology)) : null,
    refusals: spoken ? Math.log1p(saying(refusal)) : null,
    refusedAtEnd: output === '' ? null : refusal.test(output) ? 1 : 0,
    handOvers: ifTraced(isHandedOver ? 1 : 0),
    findings: output === '' ? null : Math.log1p(findingsIn(output, [...results, request, ...heard])),
    answerWords: spoken ? Math.log1p(words / answers.length) : null,
    answerLists: spoken ? Math.log1p(sum(/^[ \t]*(?:[-*•]|\d{1,3}[.)])[ \t]/gm)) : null,
    answerNumbers: spoken ? Math.log1p(sum(/\d+/g)) : null,
    thanks: heard.length > 0 ? (thanks.test(heard.at(-1) ?? '') ? 1 : 0) : null,
    objections: heard.length > 0 ? Math.log1p(objections) : null,
  }
}

const GIVEN_MAX = 100_000

function findingsIn(output: string, given: string[]): number {
  let left = GIVEN_MAX
  const toolResults = given.filter((text) => {
    left -= text.length
    return left >= 0
  })
  return detectHallucinations({ output, toolResults }).findings.filter(({ type }) => type !== 'unsupported_claim')
    .length
}

const matchesIn = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const wordsIn = (text: string) => matchesIn(text, /\S+/g)
const countOf = (value: number | null | undefined) => (value === null || value === undefined ? null : Math.log1p(value))

function sumOf(input: number | undefined, output: number | undefined): number | null {
  return input === undefined && output === undefined ? null : (input ?? 0) + (output ?? 0)
}

function elapsed(startedAt: string | undefined, endedAt: string | undefined): number | null {
  return startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null
}

const writeVerbs = new Set(
  (
    'add append apply approve assign book buy cancel change close commit create delete deploy edit exchange execute insert issue ' +
    'make merge modify move open order overwrite patch pay post publish push put refund register reject remove rename replace ' +
    'reschedule reserve return save schedule send set submit transfer update upload write'
  ).split(' '),
)
const handOverVerbs = /\b(?:transfer|escalate|hand ?off|hand ?over|handoff|handover)\b/
const people = /\b(?:human|humans|person|people|operator|supervisor|support|agents?)\b/

/** Whether a tool changes something, by the first verb of its name: `create_order`, `files.writeFile`, `mcp__crm__update`. */
export function isWrite(name: string): boolean {
  return writeVerbs.has(wordsOf(name)[0] ?? '') && !isHandOver(name)
}

/** Whether a tool hands the work over to a person: `transfer_to_human_agents`, `escalateToSupport`. */
export function isHandOver(name: string): boolean {
  const words = wordsOf(name).join(' ')
  return handOverVerbs.test(words) && people.test(words)
}

/** Returns the words of a name, without the server or class before it. */
function wordsOf(name: string): string[] {
  const own = name.split(/__|[.:/]/).findLast((part) => part !== '') ?? name
  return (
    own
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
}
