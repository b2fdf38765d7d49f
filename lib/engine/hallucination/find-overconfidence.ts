import { type CheckResult, type HallucinationFinding, type Material, spanOf } from '@/lib/engine/hallucination/finding'
import { sentencesOf } from '@/lib/engine/hallucination/prose'

const certain =
  /\b(?:definitely|undoubtedly|undeniabl[ey]|inevitabl[ey]|there (?:is|can be) (?:absolutely )?no (?:doubt|question)|unquestionably|indisputabl[ey]|without (?:a|any) doubt|beyond (?:any )?doubt|100\s?% (?:certain|sure|accurate|reliable|guaranteed)|absolutely certain|guaranteed? to|is guaranteed|will (?:always|never)|(?:always|never) (?:works?|fails?|succeeds?)|impossible to fail|it is certain that|certainly will|proven beyond)\b/i
const uncertain =
  /\b(?:will|future|next (?:week|year|month|quarter|decade)|tomorrow|by 20\d\d|forecast|predict(?:s|ed|ion)?|expect(?:s|ed)?|markets?|stocks?|prices?|inflation|election|growth|revenue|profits?|outcome|cause[sd]?|because|best|cure[sd]?|side effects?|risk)\b/i

/** Finds strong words of certainty on what nobody can be sure of: predictions, causes, and claims that could not be verified. */
export function findOverconfidence(
  { prose, output, isEnglish }: Material,
  doubts: readonly HallucinationFinding[],
): CheckResult {
  if (!isEnglish) return { findings: [], verified: 0 }
  const findings = sentencesOf(prose).flatMap(({ text, start }): HallucinationFinding[] => {
    const match = certain.exec(text)
    if (!match) return []
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    const isDoubted = doubts.some(({ span }) => span.start < start + text.length && span.end > start)
    if (!isDoubted && !uncertain.test(/^will/i.test(match[0]) ? text : rest)) return []
    const at = start + match.index
    return [
      {
        type: 'overconfidence',
        verdict: 'unverifiable',
        severity: 'warning',
        confidence: isDoubted ? 0.6 : 0.4,
        span: spanOf(output, at, at + match[0].length),
        evidence: isDoubted ? 'The claim it stands with could not be verified.' : 'Nobody can be certain of this.',
      },
    ]
  })
  return { findings, verified: 0 }
}
