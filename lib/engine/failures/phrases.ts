import type { FailureClass } from '@/lib/contracts/primitives'
import { accessPhrases } from '@/lib/engine/failures/access-phrases'
import type { FailureEvidence } from '@/lib/engine/failures/evidence'
import { isAboutCode, isMention } from '@/lib/engine/failures/mention'
import { serverPhrases } from '@/lib/engine/failures/server-phrases'
import { spendPhrases } from '@/lib/engine/failures/spend-phrases'
import { toolPhrases } from '@/lib/engine/failures/tool-phrases'

/** A class and the wording that reports it. */
export type PhraseRule = readonly [FailureClass, RegExp]

const { explicitPolicy, auth, policy, permission } = accessPhrases
const { perMinute, spend } = spendPhrases
const { rate, serverAnswer, timeout, connection } = serverPhrases
const { arguments_, missingPath } = toolPhrases

/** In order of precedence: the first rule that holds names the class. */
const rules: readonly PhraseRule[] = [
  ...rule('policy_blocked', explicitPolicy),
  ...rule('rate_limited', perMinute),
  ...rule('provider_spend_limit', spend),
  ...rule('provider_auth', auth),
  ...rule('policy_blocked', policy),
  ...rule('rate_limited', rate),
  ...rule('permission_required', permission),
  ...rule('invalid_tool_args', arguments_),
  ...rule('missing_target_path', missingPath),
  ...rule('provider_transient', serverAnswer),
  ...rule('timeout', timeout),
  ...rule('provider_transient', connection),
]

const namesFiles: readonly FailureClass[] = ['missing_target_path', 'permission_required', 'invalid_tool_args']

/** The first occurrence of every rule that really reports something, in order of precedence. */
export function phrasesIn(text: string): FailureEvidence[] {
  return rules.flatMap(([failureClass, phrase]) => {
    for (const match of text.matchAll(phrase)) {
      if (isMention(text, match.index, match.index + match[0].length)) continue
      if (!namesFiles.includes(failureClass) && isAboutCode(text, match.index)) continue
      return [{ failureClass, matched: match[0].trim(), source: 'phrase' as const }]
    }
    return []
  })
}

function rule(failureClass: FailureClass, patterns: readonly string[]): PhraseRule[] {
  return patterns.map((pattern) => [failureClass, new RegExp(pattern, 'gim')])
}
