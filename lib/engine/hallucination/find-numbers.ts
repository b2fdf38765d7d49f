import { computedIn } from '@/lib/engine/hallucination/find-arithmetic'
import { type CheckResult, type HallucinationFinding, type Material, spanOf } from '@/lib/engine/hallucination/finding'
import {
  isSupported,
  type NumberMention,
  numbersIn,
  numberWordsIn,
  sorted,
} from '@/lib/engine/hallucination/read-numbers'

const beforeNumber = /(\p{L}+)\s+(?:(?:an?|the)\s+)?(\p{L}+)\s*[$€£]?\s*$/u
const functionWord = /^(?:will|have|that|than|then|them|they|with|from|this|when|were|been|what|also|each|only|into)$/
const smallCount = 12
const derivedValuesMax = 30
const listMarker =
  /(?:^|\n)[ \t>]*(?:[-*+][ \t]+)?(?:#+[^\n]*|(?:step|section|chapter|part|figure|table|item|no\.?|number|option|phase|page|question|example)\s*)$/i
const appeal =
  /\b(?:stud(?:y|ies)|research|surveys?|reports?|experts?|statistics|data|analysts?|scientists)\s+(?:\w+\s+){0,2}?(?:show|shows|showed|found|finds?|suggests?|suggested|indicates?|indicated|say|says|reveals?|revealed|estimates?|estimated|confirm|confirms|confirmed)\b|\baccording to (?:a |an |the |recent |\w+ ){0,3}(?:study|studies|research|survey|report|experts|statistics|data)\b/i
const citation = /\[\^?\d{1,3}\]|https?:\/\/|\((?:\p{Lu}[^()]*,\s*)?\d{4}\)|\bdoi:/u

/** Checks numbers against sources and tool results; without any, only statistics that appeal to unnamed studies. */
export function findNumbers(material: Material): CheckResult {
  return material.grounding ? againstSources(material) : unnamedStudies(material)
}

function againstSources({ prose, output, grounding }: Material): CheckResult {
  const known = numbersIn(grounding)
  const told = known.map(({ value }) => value)
  const derivable = told.length <= derivedValuesMax ? derived(told) : []
  const values = sorted([told, digitsIn(grounding), numberWordsIn(grounding), computedIn(prose), derivable].flat())
  const result: CheckResult = { findings: [], verified: 0 }
  for (const claim of numbersIn(prose)) {
    if (isIncidental(claim, prose)) continue
    if (isSupported(claim, values)) {
      result.verified++
      continue
    }
    const rival = rivalOf(claim, prose, known, grounding)
    result.findings.push({
      type: claim.unit === '%' ? 'invented_statistic' : 'unsupported_number',
      verdict: rival ? 'contradicted' : 'unverifiable',
      severity: rival ? 'likely' : 'warning',
      confidence: rival ? 0.8 : 0.45,
      span: spanOf(output, claim.start, claim.end),
      evidence: rival ? `The source says "${rival}".` : 'No source or tool result has this number.',
    })
  }
  return result
}

/** Markers of lists, headings and steps, and small bare counts, claim nothing. */
function isIncidental(claim: NumberMention, prose: string): boolean {
  if (claim.unit !== '%' && claim.step === 1 && claim.value >= 0 && claim.value <= smallCount) return true
  const before = prose.slice(Math.max(0, claim.start - 80), claim.start)
  const isMarker = /(?:^|\n)[ \t>]*$/.test(before) && /^[.)]\s/.test(prose.slice(claim.end, claim.end + 2))
  return isMarker || listMarker.test(before)
}

/** Every run of digits, also those within dates, times and names. */
function digitsIn(text: string): number[] {
  return (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
}

/** Sums, differences, products and shares of two numbers of the source. */
function derived(values: readonly number[]): number[] {
  return values.flatMap((left, index) =>
    values.slice(index + 1).flatMap((right) => {
      const low = Math.min(left, right)
      const high = Math.max(left, right)
      const shares = low > 0 ? [low / high, (high - low) / low, (high - low) / high] : []
      return [left + right, high - low, left * right, ...shares]
    }),
  )
}

/** What the source says where it speaks of the same thing: same unit, and the same two words before it. */
function rivalOf(
  claim: NumberMention,
  prose: string,
  known: readonly NumberMention[],
  grounding: string,
): string | null {
  const context = contextBefore(prose, claim.start)
  if (!context || !claim.unit) return null
  const rivals = known.filter(({ unit, start }) => unit === claim.unit && contextBefore(grounding, start) === context)
  const [rival] = rivals
  return rival && rivals.length === 1
    ? grounding
        .slice(Math.max(0, rival.start - 40), rival.end + 10)
        .replace(/\s+/g, ' ')
        .trim()
    : null
}

/** The two words right before a number; none when they are only function words. */
function contextBefore(text: string, at: number): string {
  const [, first = '', second = ''] = beforeNumber.exec(text.slice(Math.max(0, at - 60), at).toLowerCase()) ?? []
  return [first, second].some((word) => word.length >= 5 || (/^\p{L}{4}$/u.test(word) && !functionWord.test(word)))
    ? `${first} ${second}`
    : ''
}

function unnamedStudies({ prose, output, isEnglish }: Material): CheckResult {
  if (!isEnglish) return { findings: [], verified: 0 }
  const findings = numbersIn(prose).flatMap((claim): HallucinationFinding[] => {
    if (claim.unit !== '%' && claim.unit !== 'times') return []
    const start = Math.max(prose.lastIndexOf('. ', claim.start), prose.lastIndexOf('\n', claim.start)) + 1
    const stop = prose.slice(claim.end).search(/\.\s|\n|$/)
    const sentence = prose.slice(start, claim.end + stop + 1)
    if (!appeal.test(sentence) || citation.test(sentence)) return []
    return [
      {
        type: 'invented_statistic',
        verdict: 'unverifiable',
        severity: 'warning',
        confidence: 0.5,
        span: spanOf(output, claim.start, claim.end),
        evidence: 'A study is appealed to and none is named.',
      },
    ]
  })
  return { findings, verified: 0 }
}
