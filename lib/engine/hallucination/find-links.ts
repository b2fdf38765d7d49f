import { type CheckResult, type Material, spanOf } from '@/lib/engine/hallucination/finding'
import { normalise } from '@/lib/engine/hallucination/prose'

const link =
  /\bhttps?:\/\/(?:[^\s<>"'`\][(){}]|\([^\s<>"'`()]*\))+|\b(?:doi:\s*)?10\.\d{4,9}\/[^\s<>"'`\])},;]+|\barxiv:\s*\d{4}\.\d{4,5}\b/gi
const findingsMax = 20
const placeholderHosts =
  /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|(?:[\w-]+\.)*example\.(?:com|org|net)|[\w.-]+\.(?:test|example|invalid|local|localhost))(?:[:/]|$)/i

/**
 * Checks links and identifiers of papers against the material given: seen there, they are verified; else they cannot be,
 * since nothing is fetched. How an address is spelt says nothing.
 */
export function findLinks({ output, given }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  const seen = new Set<string>()
  for (const match of output.matchAll(link)) {
    const text = match[0].replace(/[.,;:!?*_]+$/, '')
    const key = normalise(text).replace(/^(?:doi|arxiv):\s*|\/$/g, '')
    if (seen.has(key) || placeholderHosts.test(text)) continue
    seen.add(key)
    if (given.includes(key)) {
      result.verified++
      continue
    }
    if (result.findings.length >= findingsMax) continue
    result.findings.push({
      type: 'fabricated_citation',
      verdict: 'unverifiable',
      severity: 'warning',
      confidence: 0.3,
      span: spanOf(output, match.index, match.index + text.length),
      evidence: given
        ? 'It occurs in no source, reference or tool result, and nothing was fetched.'
        : 'Nothing was fetched.',
    })
  }
  return result
}
