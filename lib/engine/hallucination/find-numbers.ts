import { computedIn } from '@/lib/engine/hallucination/find-arithmetic'
import { type CheckResult, type HallucinationFinding, type Material, spanOf } from '@/lib/engine/hallucination/finding'
import { contextBefore } from '@/lib/engine/hallucination/number-context'
import { isSupported, type NumberMention, numbersIn, sorted } from '@/lib/engine/hallucination/read-numbers'

const smallCount = 12
const listMarker =
  /(?:^|\n)[ \t>]*(?:[-*+][ \t]+)?(?:#+[^\n]*|(?:step|section|chapter|part|figure|table|item|no\.?|number|option|phase|page|question|example)\s*)$/i
const appeal =
  /\b(?:stud(?:y|ies)|research|surveys?|reports?|experts?|statistics|data|analysts?|scientists)\s+(?:\w+\s+){0,2}?(?:show|shows|showed|found|finds?|suggests?|suggested|indicates?|indicated|say|says|reveals?|revealed|estimates?|estimated|confirm|confirms|confirmed)\b|\baccording to (?:a |an |the |recent |\w+ ){0,3}(?:study|studies|research|survey|report|experts|statistics|data)\b/i
const citation = /\[\^?\d{1,3}\]|https?:\/\/|\((?:\p{Lu}[^()]*,\s*)?\d{4}\)|\bdoi:/u

/** Checks numbers against sources and tool results; without any, only statistics that appeal to unnamed studies. */
export function findNumbers(material: Material): CheckResult {
  return material.grounding ? againstSources(material) : unnamedStudies(material)
}

function againstSources(material: Material): CheckResult {
  const { prose, output, reading } = material
  const values = reading.values()
  const computed = sorted(computedIn(prose))
  const result: CheckResult = { findings: [], verified: 0 }
  for (const claim of numbersIn(prose)) {
    if (isIncidental(claim, prose)) continue
    if (isSupported(claim, values) || isSupported(claim, computed)) {
      result.verified++
      continue
    }
    const rival = rivalOf(claim, material)
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

/** What the source says where it speaks of the same thing as a claim: same unit, and the same two words before it. */
function rivalOf(claim: NumberMention, { prose, grounding, reading }: Material): string | null {
  const context = contextBefore(prose, claim.start)
  if (!context || !claim.unit) return null
  const [rival, ...others] = reading.numbersByThing().get(`${claim.unit} ${context}`) ?? []
  if (!rival || others.length > 0) return null
  const start = Math.max(0, rival.start - 40)
  return grounding
    .slice(start, rival.end + 10)
    .replace(/\s+/g, ' ')
    .trim()
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
