import { lazily } from '../../lazily'
import { type CheckResult, type HallucinationFinding, spanOf } from '../finding'
import type { Material } from '../material'
import { TESTS } from '../words/traits'

/** Every match has a word of the trait {@link TESTS}: "All 120 unit tests now pass", "the tests are green", "no test failures". */
const passes =
  /\b(?:(?:all|every one)\s+(?:of\s+)?(?:the\s+|our\s+|these\s+|my\s+)?(?:\d[\d,]*\s+)?|(?:the|our|these)\s+|^)(?:(?!tests?\b|\d)[\w-]+\s+){0,2}(?:tests|test suite|suite)\s+(?:(?:are|is|have|has|now|still|all|again|successfully)\s+){0,3}(?:pass|passed|passes|passing|green|succeeded|succeed)\b|\b(?:no|zero|0|without(?:\s+any)?)\s+(?:test\s+failures?|failing\s+tests?|failed\s+tests?|tests?\s+fail(?:ed|s|ing)?)\b/gi
/** What makes it a wish, a condition, or a matter of earlier times. */
const other =
  /\b(?:not|never|should|would|could|might|may|will|must|if|when|once|until|unless|after|before|whether|except|apart|but|most|used to|expect(?:s|ed)?|make sure|ensure|so that|previously|earlier|initially|had)\b|n['’]t\b|\?/i

/** What tells of some of the tests: "Eleven of the twelve tests pass". */
const partOf = /\bof\s+$/i

const failed = /\b0*([1-9]\d*)\s+(?:tests?\s+|examples?\s+|specs?\s+)?(?:failed|failing|failures?)\b/i
const failedLabel =
  /\b(?:failed|failures|errors|fail)\s*[:=]?\s+0*([1-9]\d*)\b|\bfailures=0*([1-9]\d*)|\berrors=0*([1-9]\d*)/i
/** What a line has that sums up the results of a test run, of the runners of a dozen languages. */
const summary =
  /\b\d+\s+(?:tests?\s+)?(?:passed|passing)\b|\bpassed\s*:\s*\d|^\s*\d+\s+failing\b|\btests?(?: run)?:?\s.*\b(?:failed|failures|passed|errors)\b|\b\d+\s+(?:examples|specs|tests?|scenarios)\b,.*\bfailures?\b|\b\d+\s+failed\b.*\bin\s+[\d.]+\s?m?s|^FAILED \((?:failures|errors)=|^\s*(?:#|ℹ)\s+(?:fail|pass)\s+\d|^--- FAIL:|^FAIL\b|^ok\s+\S+\s+[\d.]+s|^OK(?:\s|$)|^test result:/i
const LONGEST_LINE = 300
/** Colours of a terminal, also as JSON escapes them. */
const colours = new RegExp(String.raw`(?:${String.fromCharCode(27)}|\\u001b)\[[\d;]*m`, 'gi')

/**
 * Compares "all tests pass" with the last result of a test run in the material: a failure is a contradiction, since whatever came before,
 * the last run failed.
 */
export function findTestResults({ output, sentences, isEnglish, grounding, mayHave }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (!isEnglish || grounding === '' || !mayHave(TESTS)) return result
  const lastOf = lazily(() => lastSummary(grounding))
  for (const { text, start } of sentences()) {
    for (const match of text.matchAll(passes)) {
      if (other.test(text) || partOf.test(text.slice(0, match.index))) continue
      const last = lastOf()
      if (last === null) return result
      if (!isFailed(last)) result.verified++
      else
        result.findings.push(
          contradictionOf(spanOf(output, start + match.index, start + match.index + match[0].length), last),
        )
    }
  }
  return result
}

const contradictionOf = (span: HallucinationFinding['span'], last: string): HallucinationFinding => ({
  type: 'source_contradiction',
  verdict: 'contradicted',
  severity: 'likely',
  confidence: 0.8,
  span,
  evidence: `The last result of a test run says: ${last.trim().slice(0, 200)}`,
})

function lastSummary(grounding: string): string | null {
  // Results in JSON have their lines escaped.
  const lines = grounding.replace(colours, '').split(/\n|\\n/)
  return lines.findLast((line) => line.length <= LONGEST_LINE && summary.test(line)) ?? null
}

const isFailed = (line: string) =>
  failed.test(line) || failedLabel.test(line) || /^(?:--- )?FAIL\b|^FAILED\b|: FAILED\b/.test(line)
