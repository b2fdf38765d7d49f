import { type CheckResult, spanOf } from '../finding'
import type { Material } from '../material'
import { normalise } from '../text/plain-text'
import { linkMatches } from '../text/references'
import { jsonKey } from './citations'

const quote = /“([^“”\n]{12,600})”|(?<![\w"])"([^"\n]{12,600})"(?![\w"])/g
const speech =
  'says?|said|states?|stated|writes?|wrote|notes|noted|according to|claims?|claimed|reports?|reported|quot(?:e|es|ed|ing)|explains?|explained|argues?|argued|told|tells|adds|added|announced|replied|answered|warned|insisted|remarks?|remarked|comment(?:s|ed)|observed|declares?|declared|recalls?|recalled|put it|words of'
/** Before a quotation also what it is from; behind it "the article" is another. */
const attribution = new RegExp(
  `\\b(?:${speech}|reads?|document|source|article|paper|report)\\b|\\[\\^?\\d{1,3}\\]`,
  'i',
)
const attributionBehind = new RegExp(`\\b(?:${speech})\\b|\\[\\^?\\d{1,3}\\]`, 'i')
const wordsMin = 4

const quotedKey = /"[^"\n]*(?:quot|excerpt|verbatim|citation)[^"\n]*"\s*:\s*$/i

/** Whether a text in quotes is part of JSON or of a link rather than a quotation; a JSON value under a `quote` key is one. */
function isSyntax(before: string, after: string): boolean {
  if (jsonKey.test(before)) return !quotedKey.test(before)
  // The title of a Markdown link.
  if (/\]\((?:[^\s()]|\([^\s()]{0,60}\)){0,100}\s+$/.test(before)) return true
  return /[[{]\s*$/.test(before) || (/",\s*$/.test(before) && /^\s*(?:[\]}:]|,\s*")/.test(after))
}

/**
 * Checks that longer quotations occur word for word in the material (ignoring case, quotes, spaces and omissions). Skipped without sources.
 */
export function findQuotes({ prose, output, sources, references, toolResults, given }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (sources.length + references.length + toolResults.length === 0) return result
  if (!prose.includes('“') && !prose.includes('"')) return result
  for (const match of prose.matchAll(quote)) {
    const parts = fragments(match[1] ?? match[2] ?? '')
    if (parts.length === 0) continue
    if (parts.every((part) => given().includes(part))) {
      result.verified++
      continue
    }
    const before = prose.slice(Math.max(0, match.index - 120), match.index)
    if (isSyntax(before, prose.slice(match.index + match[0].length))) continue
    const after = prose.slice(match.index + match[0].length, match.index + match[0].length + 60)
    const isAttributed =
      attribution.test(before.split(/[.!?]\s/).at(-1) ?? '') || attributionBehind.test(after.split(/[.!?]\s/)[0] ?? '')
    result.findings.push({
      type: 'false_quote',
      verdict: isAttributed ? 'contradicted' : 'unverifiable',
      severity: isAttributed ? 'likely' : 'warning',
      confidence: isAttributed ? 0.85 : 0.4,
      span: spanOf(output, match.index, match.index + match[0].length),
      evidence: 'None of the sources has these words.',
    })
  }
  return result
}

/** Returns the parts of a quotation between omissions and insertions, without punctuation at their ends; empty for a short quotation. */
function fragments(text: string): string[] {
  const pieces = normalise(text).split(/\s*(?:\.\.\.|…|\[[^\]]*\])\s*/)
  const kept = pieces
    .map((piece) => piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((piece) => piece.includes(' '))
  const words = kept.reduce((sum, piece) => sum + piece.split(' ').length, 0)
  return words >= wordsMin ? kept : []
}

const extensions =
  'py|[cm]?[jt]sx?|json|ya?ml|toml|md|mdx|txt|csv|tsv|html?|css|scss|go|rs|java|kt|rb|php|cs|cpp|hpp|c|h|sh|sql|lock|xml|ini|cfg|env|proto|graphql|ipynb|pdf|xlsx?|docx?|png|svg|parquet'
const mentioned = new RegExp(
  `(?<![\\w/.:@+-])((?:\\.{0,2}\\/)?(?:[\\w@.+-]{1,80}\\/){1,20}[\\w@.+-]{1,80}\\.(?:${extensions})|(?<=\`)[\\w@+-][\\w@.+-]{0,80}\\.(?:${extensions})(?=\`))(?![\\w/])`,
  'gi',
)
const toBeMade =
  /\b(?:create|creating|add|adding|write|writing|generate|new|would|could|should|might|rename|renamed|move|moved|delete|deleted|removed?|missing|not (?:found|exist)|does not|doesn't|no such|e\.g\.|for example|such as|like)\b[^.\n]{0,60}$/i

/** Checks the files mentioned by the output against the files of the run. Skipped without a list, and for files still to be created. */
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
      evidence:
        files.length === 1
          ? 'The run has one file, and this is not it.'
          : `The run has ${files.length} files, and this is none of them.`,
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

/** Parts of the longest path that {@link mentioned} finds. */
const PARTS_MAX = 21

function suffixes(path: string): string[] {
  const parts = path.split('/').slice(-PARTS_MAX)
  return parts.map((_, index) => parts.slice(index).join('/'))
}

/** A link without the punctuation behind it. A pattern anchored at the end would try every run of signs within the link. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && '.,;:!?*_'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Normalises an address: without scheme, `www.`, fragment and trailing slash. */
function addressOf(text: string): string {
  return normalise(text)
    .replace(/^(?:(?:doi|arxiv):\s*|https?:\/\/(?:www\.)?|www\.)/, '')
    .replace(/#.*$/, '')
    .replace(/\/$/, '')
}

const findingsMax = 20
const placeholderHosts =
  /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|(?:[\w-]+\.)*example\.(?:com|org|net)|[\w.-]+\.(?:test|example|invalid|local|localhost))(?:[:/]|$)/i

/**
 * Checks links and identifiers of papers against the given material. Those not found there are unverifiable, since nothing is fetched; the
 * form of an address is not evidence.
 */
export function findLinks({ output, given }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  const seen = new Set<string>()
  for (const match of linkMatches(output)) {
    const text = withoutEnd(match[0])
    const key = addressOf(text)
    if (seen.has(key) || placeholderHosts.test(text)) continue
    seen.add(key)
    if (given().includes(key)) {
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
      evidence: given()
        ? 'It is in no source, reference or tool result, and was not looked up.'
        : 'It was not looked up.',
    })
  }
  return result
}
