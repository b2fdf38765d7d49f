import { testPattern } from '@/lib/engine/json/pattern/test-pattern'

const nativeTextMax = 10_000
const variableQuantifier = /[*+]|\{\d+,\d*\}|(?<!\()\?/g

/** Thrown during a check when a pattern has no answer within bounded time. */
export class PatternUnanswered extends Error {}

/**
 * A `pattern` of a schema that no text can hang: with more than one variable repetition, or on a long text, it runs on the
 * linear-time matcher. Unicode by the standard; patterns that only older engines accept (`\-`) are read as written.
 */
export function toSchemaPattern(pattern: string, flags: string): RegExp {
  const native = toRegExp(pattern, flags)
  const quantifiers = pattern.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g, 'x').match(variableQuantifier)
  const isSimple = (quantifiers?.length ?? 0) <= 1
  return Object.assign(native, {
    test: (text: string) => {
      if (isSimple && text.length <= nativeTextMax) return RegExp.prototype.test.call(native, text)
      const answer = testPattern(pattern, text)
      if (!answer.ok)
        throw new PatternUnanswered(
          `the pattern ${JSON.stringify(pattern).slice(0, 100)} cannot be checked: ${answer.message}`,
        )
      return answer.matches
    },
  })
}
toSchemaPattern.code = 'new RegExp'

function toRegExp(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return new RegExp(pattern)
  }
}
