import { type CheckResult, type HallucinationFinding, spanOf } from '../finding'
import type { Material } from '../material'
import { recompute } from '../numbers/equations'

/** Recomputes equations in the text, such as `3 * 4 = 12`. A result rounded or truncated at its own precision is correct. */
export function findArithmetic({ equations, output }: Material): CheckResult {
  const { wrong, right } = recompute(equations())
  const findings = wrong.map(
    ({ start, end, evidence }): HallucinationFinding => ({
      type: 'self_contradiction',
      verdict: 'contradicted',
      severity: 'confirmed',
      confidence: 0.95,
      span: spanOf(output, start, end),
      evidence,
    }),
  )
  return { findings, verified: right }
}

const percent = '(-?\\d{1,6}(?:,\\d{3})*(?:\\.\\d+)?)\\s*(?:%|percent\\b)'
const members =
  '(?:users|people|customers|respondents|students|patients|participants|employees|workers|voters|adults|children|women|men|households|companies|organi[sz]ations|teams|developers|cases|requests|responses|tests|files|records|rows|items|samples|questions|answers|messages|calls|transactions|orders|errors|failures|the population|the time|the total)'
const shares = [
  new RegExp(
    `${percent}\\s+of\\s+(?:(?:all|the|our|their|its|these|those|surveyed|active|total|eligible)\\s+){0,3}${members}\\b`,
    'gi',
  ),
  new RegExp(
    `\\b(?:accuracy|success rate|pass rate|error rate|failure rate|completion rate|hit rate|uptime|availability|precision|recall|test coverage|code coverage|probability|likelihood|chance|market share|proportion)\\s+(?:of|is|was|at|reached|reaches|to|:|=)\\s+(?:(?:about|around|approximately|nearly|over|an?)\\s+)?${percent}`,
    'gi',
  ),
]
const perCent = /%|percent/i
const growth =
  /\b(?:grew|grow(?:s|th)?|increas\w+|rose|rises?|up|gain\w*|improv\w+|more|faster|compared|relative|than|over|above|target|quota|previous|baseline)\b[^.]{0,30}$/i

/** Finds shares above 100 % or below 0, which are impossible. Growth and comparisons may exceed 100 %. */
export function findImpossibleShares({ prose, output, isEnglish }: Material): CheckResult {
  if (!isEnglish || !perCent.test(prose)) return { findings: [], verified: 0 }
  const findings = shares.flatMap((share) =>
    [...prose.matchAll(share)].flatMap((match): HallucinationFinding[] => {
      const value = Number((match[1] ?? '').replace(/,/g, ''))
      const isGrowth = growth.test(prose.slice(Math.max(0, match.index - 60), match.index))
      if ((value <= 100 && value >= 0) || isGrowth) return []
      return [
        {
          type: 'invented_statistic',
          verdict: 'contradicted',
          severity: 'confirmed',
          confidence: 0.93,
          span: spanOf(output, match.index, match.index + match[0].length),
          evidence: 'A share lies between 0% and 100%.',
        },
      ]
    }),
  )
  return { findings, verified: 0 }
}
