import { type CheckResult, type Material, spanOf } from '@/lib/engine/hallucination/finding'

const extensions =
  'py|[cm]?[jt]sx?|json|ya?ml|toml|md|mdx|txt|csv|tsv|html?|css|scss|go|rs|java|kt|rb|php|cs|cpp|hpp|c|h|sh|sql|lock|xml|ini|cfg|env|proto|graphql|ipynb|pdf|xlsx?|docx?|png|svg|parquet'
const mentioned = new RegExp(
  `(?<![\\w/.:@+-])((?:\\.{0,2}\\/)?(?:[\\w@.+-]{1,80}\\/){1,20}[\\w@.+-]{1,80}\\.(?:${extensions})|(?<=\`)[\\w@+-][\\w@.+-]{0,80}\\.(?:${extensions})(?=\`))(?![\\w/])`,
  'gi',
)
const toBeMade =
  /\b(?:create|creating|add|adding|write|writing|generate|new|would|could|should|might|rename|renamed|move|moved|delete|deleted|removed?|missing|not (?:found|exist)|does not|doesn't|no such|e\.g\.|for example|such as|like)\b[^.\n]{0,60}$/i

/** Checks files the output speaks of against the files of the run. Silent without a list, and on files still to be made. */
export function findFiles({ output, files }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (files.length === 0) return result
  const known = files.map(normalisePath)
  const whole = new Set(known)
  const endings = new Set(known.flatMap(suffixes))
  const seen = new Set<string>()
  for (const match of output.matchAll(mentioned)) {
    const path = normalisePath(match[0])
    if (seen.has(path)) continue
    seen.add(path)
    if (endings.has(path) || suffixes(path).some((suffix) => suffix.includes('/') && whole.has(suffix))) {
      result.verified++
      continue
    }
    if (toBeMade.test(output.slice(Math.max(0, match.index - 80), match.index))) continue
    result.findings.push({
      type: 'nonexistent_entity',
      verdict: 'contradicted',
      severity: 'likely',
      confidence: 0.85,
      span: spanOf(output, match.index, match.index + match[0].length),
      evidence: `It is not among the ${files.length} files of the run.`,
    })
  }
  return result
}

function normalisePath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/^\//, '')
    .toLowerCase()
}

function suffixes(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(index).join('/'))
}
