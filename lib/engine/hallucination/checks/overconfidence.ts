import { type CheckResult, type HallucinationFinding, spanOf } from '../finding'
import type { Material } from '../material'
import { CERTAINTY } from '../words/traits'

/** Every match has a word of the trait {@link CERTAINTY}. */
const certain =
  /\b(?:definitely|undoubtedly|undeniabl[ey]|inevitabl[ey]|there (?:is|can be) (?:absolutely )?no (?:doubt|question)|unquestionably|indisputabl[ey]|without (?:a|any) doubt|beyond (?:any )?doubt|100\s?% (?:certain|sure|accurate|reliable|guaranteed)|absolutely certain|guaranteed? to|is guaranteed|will (?:always|never)|(?:always|never) (?:works?|fails?|succeeds?)|impossible to fail|it is certain that|(?:is|are|was|were) (?:certain|sure) to|(?:for|with) (?:absolute |complete |total |full )?certain(?:ty)?|for sure|certainly(?![,!.])|surely(?![,!.])|proven beyond)\b/i
/** What takes an expression of certainty back, before it. */
const takenBack =
  /\b(?:not|no|never|nobody|nothing|cannot|hardly|almost|nearly|whether|if|who)\b[^.,;:]{0,30}$|n't\b[^.,;:]{0,30}$/i
const uncertain =
  /\b(?:will|future|next (?:week|year|month|quarter|decade)|tomorrow|by 20\d\d|forecast|predict(?:s|ed|ion)?|expect(?:s|ed)?|markets?|stocks?|prices?|inflation|election|growth|revenue|profits?|outcome|cause[sd]?|because|best|cure[sd]?|side effects?|risk)\b/i

/** Finds expressions of certainty about uncertain matters: predictions, causes, and claims that could not be verified. */
export function findOverconfidence(
  { prose, sentences, output, isEnglish, mayHave }: Material,
  doubts: readonly HallucinationFinding[],
): CheckResult {
  // A test on the whole text avoids searching each sentence.
  if (!isEnglish || !mayHave(CERTAINTY) || !certain.test(prose)) return { findings: [], verified: 0 }
  const findings = sentences().flatMap(({ text, start }): HallucinationFinding[] => {
    const match = certain.exec(text)
    if (!match || takenBack.test(text.slice(0, match.index))) return []
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
        evidence: isDoubted ? 'The claim it refers to could not be verified.' : 'Nobody can be certain of this.',
      },
    ]
  })
  return { findings, verified: 0 }
}
