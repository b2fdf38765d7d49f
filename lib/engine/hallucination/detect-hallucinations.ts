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
import { isEnglish, maskCode, normalise } from '@/lib/engine/hallucination/prose'
import { EngineInputError } from '@/lib/engine/input-error'

/** Findings listed at most, the gravest first. */
export const FINDINGS_MAX = 100

const outputCharacters = 200_000
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

export interface DetectHallucinationsInput {
  output: string
  /** Texts the output was made from. */
  sources?: readonly { id: string; text: string }[] | undefined
  /** Entries the output may cite. */
  references?: readonly { id: string; text: string }[] | undefined
  /** Paths of the run's files. */
  files?: readonly string[] | undefined
  /** Results of the run's tool calls, as text. */
  toolResults?: readonly string[] | undefined
  /** ISO date of the output. */
  date?: string | undefined
}

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
  const material = toMaterial(input)
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

function toMaterial(input: DetectHallucinationsInput): Material {
  const { sources = [], references = [], files = [], toolResults = [], date = null } = input
  const output = input.output.slice(0, outputCharacters)
  const prose = maskCode(output)
  const grounding = [...sources.map(({ text }) => text), ...toolResults].join('\n')
  const given = normalise([grounding, ...references.map(({ text }) => text)].join('\n'))
  return { output, prose, sources, references, files, toolResults, grounding, given, isEnglish: isEnglish(prose), date }
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
