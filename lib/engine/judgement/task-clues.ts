import type { ReadStep } from './step-roles'

/** What a task asks, in the forms that a step is compared with. */
export interface ReadTask {
  /** Its words of four letters or more, without common ones. */
  words: ReadonlySet<string>
  /** Its numbers of three digits or more, other than years. */
  numbers: readonly string[]
  /** What the work must keep to: "without nuts", "in JSON". */
  conditions: readonly string[]
  asksForLatest: boolean
}

const condition =
  /\b(?:without|excluding|except|not|only|(?:at (?:least|most)|under|below|above|more than|less than)(?= \S?\d))\s+(?:[\p{L}\d$€%-]+\s?){1,3}|\bin (?:JSON|XML|CSV|YAML|Markdown|English|German|French|Spanish|Italian)\b/giu
const longNumber = /(?<![\d.,-])(?!(?:19|20)\d\d(?!\d))\d{3,}(?![\d-])/g
const latest = /\b(?:today|tonight|current(?:ly)?|right now|now|latest|newest|up[- ]to[- ]date)\b/i

export function readTask(task: string): ReadTask {
  return {
    words: wordsOf(task),
    numbers: task.match(longNumber) ?? [],
    conditions: (task.match(condition) ?? []).map((one) => one.trim()),
    asksForLatest: latest.test(task),
  }
}

const TASK_WORDS_MIN = 4
const COVER_MIN = 0.4

/** Whether a text leaves out most words of the task; false if the task is unknown or short. */
export function driftsFrom({ words }: ReadTask, text: string): boolean {
  return words.size >= TASK_WORDS_MIN && sharedWords(words, text) < COVER_MIN * words.size
}

const REPEATED_COVER = 0.5
const REPEATED_WORDS = 2
/** A call of a tool or function, or code. */
export const calling = /```|"(?:arguments|name|tool)":|\w\(.{0,400}\)/s

/** Whether a text repeats the task, rather than calling something for it. */
export function repeats({ words }: ReadTask, text: string): boolean {
  return sharedWords(words, text) >= Math.max(REPEATED_WORDS, REPEATED_COVER * words.size) && !calling.test(text)
}

const opening = /^(?:without|excluding|except|only|least|most|under|below|above|more|less|than|that|which)$/
/** Letters by which a word is recognised whatever its ending. */
const STEM_MAX = 6
const stemOf = (word: string) => (/\d/.test(word) ? word : word.slice(0, Math.min(STEM_MAX, word.length - 1)))

/** Returns the first condition of the task of which a text has neither a number nor a word. */
export function lostCondition({ conditions }: ReadTask, text: string): string | undefined {
  const said = text.toLowerCase()
  return conditions.find((one) => {
    const words = one.toLowerCase().match(/\d+|\p{L}{4,}/gu) ?? []
    return !words.some((word) => !opening.test(word) && said.includes(stemOf(word)))
  })
}

/** A longer text, such as a page or a program, may hold what is looked for here for another reason. */
const BRIEF = 400

/** Returns a number of a call that nothing before has, and that of the task it stands for: one digit differs, or two changed places. */
export function mistakenNumber(
  { numbers }: ReadTask,
  text: string,
  before: readonly ReadStep[],
): { called: string; asked: string } | null {
  if (numbers.length === 0 || text.length >= BRIEF || !calling.test(text)) return null
  const own: readonly string[] = text.match(longNumber) ?? []
  for (const asked of numbers) {
    const called = own.includes(asked) ? undefined : own.find((one) => isMistakenFor(one, asked))
    if (called && !before.some((step) => step.text.includes(called))) return { called, asked }
  }
  return null
}

function isMistakenFor(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  const [first = 0, second, ...more] = [...one].flatMap((digit, at) => (digit === other[at] ? [] : [at]))
  if (second === undefined) return one !== other
  return more.length === 0 && one[first] === other[second] && one[second] === other[first]
}

const outdated =
  /\b(?:cached|archived?|outdated|stale|yesterday|last (?:week|month|year)(?:'s)?|last updated (?:in|on))\b|"cached"\s*:\s*true/i

/** Whether a text says that it is old. */
export function isOutdated(text: string): boolean {
  return text.length < BRIEF && outdated.test(text)
}

const common = new Set(
  'about been carefully from have into please problem solve task that their there this were what which will with would your'.split(
    ' ',
  ),
)

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !common.has(word)))
}

function sharedWords(words: ReadonlySet<string>, text: string): number {
  const own = wordsOf(text)
  return [...words].filter((word) => own.has(word)).length
}
