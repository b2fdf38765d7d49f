import { findArithmetic } from '@/lib/engine/hallucination/find-arithmetic'
import { findCitations } from '@/lib/engine/hallucination/find-citations'
import { findContradictions } from '@/lib/engine/hallucination/find-contradictions'
import { findDates } from '@/lib/engine/hallucination/find-dates'
import { findEntities } from '@/lib/engine/hallucination/find-entities'
import { findFiles } from '@/lib/engine/hallucination/find-files'
import { findImpossibleShares } from '@/lib/engine/hallucination/find-impossible-shares'
import { findLinks } from '@/lib/engine/hallucination/find-links'
import { findNumbers } from '@/lib/engine/hallucination/find-numbers'
import { findOverconfidence } from '@/lib/engine/hallucination/find-overconfidence'
import { findQuotes } from '@/lib/engine/hallucination/find-quotes'
import type { HallucinationFinding, Material } from '@/lib/engine/hallucination/finding'
import { type DetectHallucinationsInput, readGiven, toMaterial } from '@/lib/engine/hallucination/to-material'
import { EngineInputError } from '@/lib/engine/input-error'

/** Findings listed at most, the gravest first. */
export const FINDINGS_MAX = 100

const checks = [
  findCitations,
  findLinks,
  findQuotes,
  findFiles,
  findNumbers,
  findImpossibleShares,
  findArithmetic,
  findContradictions,
  findDates,
  findEntities,
]
const gravity = { confirmed: 0, likely: 1, warning: 2 }

export type HallucinationRisk = 'none' | 'low' | 'medium' | 'high' | 'critical'

export interface HallucinationReport {
  risk: HallucinationRisk
  findings: HallucinationFinding[]
  /** Claims that the material given confirms. */
  verified: number
}

/**
 * Holds an output against itself and the material given: citations, links, quotations, files, numbers, shares, sums, dates,
 * names, certainty. Nothing is fetched: what the material does not settle is `unverifiable`, never fabricated. Only the first
 * 200,000 characters are read. Throws {@link EngineInputError} on a date that is none.
 */
export function detectHallucinations(input: DetectHallucinationsInput): HallucinationReport {
  if (input.date !== undefined && Number.isNaN(Date.parse(input.date)))
    throw new EngineInputError([{ path: 'date', message: 'must be an ISO date' }])
  return detectIn(toMaterial(input.output, readGiven(input), input.date))
}

/** The same for material that was read before, as for several texts that are held against the same sources. */
export function detectIn(material: Material): HallucinationReport {
  const results = checks.map((check) => check(material))
  const found = results.flatMap(({ findings }) => findings)
  const findings = [...found, ...findOverconfidence(material, found).findings].sort(
    (left, right) => gravity[left.severity] - gravity[right.severity] || left.span.start - right.span.start,
  )
  return {
    risk: riskOf(findings),
    findings: findings.slice(0, FINDINGS_MAX),
    verified: results.reduce((sum, { verified }) => sum + verified, 0),
  }
}

/** none: nothing found; low: warnings only; medium: something likely; high: one confirmed or three likely; critical: two confirmed. */
function riskOf(findings: readonly HallucinationFinding[]): HallucinationRisk {
  const confirmed = findings.filter(({ severity }) => severity === 'confirmed').length
  const likely = findings.filter(({ severity }) => severity === 'likely').length
  if (confirmed >= 2) return 'critical'
  if (confirmed === 1 || likely >= 3) return 'high'
  if (likely > 0) return 'medium'
  return findings.length > 0 ? 'low' : 'none'
}
