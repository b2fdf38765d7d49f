import { type CheckResult, type Material, spanOf } from '@/lib/engine/hallucination/finding'
import { normalise } from '@/lib/engine/hallucination/prose'

const quote = /“([^“”\n]{12,600})”|(?<![\w"])"([^"\n]{12,600})"(?![\w"])/g
const attribution =
  /\b(?:says?|said|states?|stated|writes?|wrote|notes?|noted|according to|claims?|claimed|reports?|reported|quot(?:e|es|ed|ing)|explains?|explained|argues?|argued|reads?|document|source|article|paper|report)\b|\[\^?\d{1,3}\]/i
const wordsMin = 4

/** Checks that longer quotations stand in the material word for word (case, quotes, spaces and omissions apart). Without sources, silent. */
export function findQuotes({ prose, output, sources, references, toolResults, given }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (sources.length + references.length + toolResults.length === 0) return result
  for (const match of prose.matchAll(quote)) {
    const parts = fragments(match[1] ?? match[2] ?? '')
    if (parts.length === 0) continue
    if (parts.every((part) => given.includes(part))) {
      result.verified++
      continue
    }
    const before = prose.slice(Math.max(0, match.index - 120), match.index)
    const after = prose.slice(match.index + match[0].length, match.index + match[0].length + 60)
    const isAttributed =
      attribution.test(before.split(/[.!?]\s/).at(-1) ?? '') || attribution.test(after.split(/[.!?]\s/)[0] ?? '')
    result.findings.push({
      type: 'false_quote',
      verdict: isAttributed ? 'contradicted' : 'unverifiable',
      severity: isAttributed ? 'likely' : 'warning',
      confidence: isAttributed ? 0.85 : 0.4,
      span: spanOf(output, match.index, match.index + match[0].length),
      evidence: 'These words stand in none of the sources.',
    })
  }
  return result
}

/** The pieces of a quotation between omissions and insertions, without punctuation at their ends; none when it is short. */
function fragments(text: string): string[] {
  const pieces = normalise(text).split(/\s*(?:\.\.\.|…|\[[^\]]*\])\s*/)
  const kept = pieces
    .map((piece) => piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((piece) => piece.includes(' '))
  const words = kept.reduce((sum, piece) => sum + piece.split(' ').length, 0)
  return words >= wordsMin ? kept : []
}
