import type { FailureClass } from '@/lib/contracts/primitives'
import { type FailureEvidence, isAboutCode, isMention } from './failure-class'

const credential =
  '(?:api[ _-]?keys?|x-api-key|bearer(?: token)?|access[ _-]?tokens?|auth(?:entication|orization)?(?: tokens?| headers?)?|' +
  'credentials?|access keys?|client secrets?|user ?names?(?:\\/| and )passwords?|(?:oauth|refresh|id|security|session) tokens?|usernames? or passwords?)'
const bad =
  '(?:not valid|invalid(?:ated)?|incorrect|missing|expired|revoked|disabled|required|not found|not set|not provided|wrong)'
const isA = '(?:(?:is|are|was|were|has|have|has been|have been|had been)\\s+)?'
const blocked = '(?:blocked|denied|rejected|refused|forbidden|prohibited|disallowed|not (?:allowed|permitted))'
const policyMaker =
  '(?:polic(?:y|ies)|guardrails?|sandbox|safety|moderation|rules?|hooks?|allow-?list|deny-?list|filters?)'

/** Wording of refusals: who is asking (auth), what is allowed at all (policy), what needs a person's approval (permission). */
const accessPhrases = {
  explicitPolicy: [String.raw`\b${blocked}\b[^.\n]{0,40}\bby\b[^.\n]{0,30}\b${policyMaker}\b`],
  auth: [
    String.raw`\b(?:invalid|incorrect|missing|expired|revoked|wrong|bad|no|unknown|malformed)\s+(?:\w+\s+){0,2}?${credential}\b`,
    String.raw`\b${credential}\s+(?:(?:you )?provided\s+|header\s+|included in the request\s+)?${isA}${bad}\b`,
    String.raw`(?<!or unexpected )\b(?:invalid|expired|revoked)\s+(?:\w+\s)?token\b(?!s? (?:count|limit|at|in|position|['"‘“]))`,
    String.raw`\btoken\s+(?:is|has|was|has been)\s+(?:invalid(?:ated)?|expired|revoked)\b`,
    String.raw`\b[A-Z][A-Z0-9_]*(?:API_KEY|_TOKEN|_SECRET|ACCESS_KEY)\b\s+(?:environment variable\s+)?(?:is |was )?(?:not set|missing|required|not found|undefined|empty)\b`,
    String.raw`\b(?:did not|didn't|must|please|need to|have to)\s+(?:be set[^.\n]{0,40}|provide|supply|set|pass)\s+(?:\w+\s+){0,3}?api[ _-]?key\b|\bapi[ _-]?key\b[^.\n]{0,20}\bmust be set\b`,
    String.raw`\b(?:authentication|authorization)\s+(?:has\s+)?(?:failed|failure|error|required|expired)\b|\bfailed to authenticate\b`,
    String.raw`\b(?:could not|unable to|cannot|can't|failed to) (?:authenticate|(?:resolve|determine) (?:the )?authentication|(?:locate|load|find) (?:\w+ )?credentials|read username)\b`,
    String.raw`\bnot (?:been )?(?:authenticated|authori[sz]ed|logged in|signed in)\b|\bunauthori[sz]ed\b|\bunauthenticated\b`,
    String.raw`\b(?:log-?[io]n|sign-?in) failed\b|\binsufficient (?:\w+ )?scopes?\b`,
    String.raw`\b(?:jwt|json web token)\s+(?:is\s+|has\s+)?(?:expired|malformed|invalid|not active|revoked)\b`,
    String.raw`\b(?:session|login|sign-?in|signature|subscription token)\s+(?:has\s+|is\s+)?expired\b|\blogin required\b|\bbad credentials\b`,
    String.raw`\b(?:please|must|need to)\s+(?:re-?)?(?:run \/?login|log ?in|sign in|authenticate|login)\b`,
    String.raw`\bpermission denied \(publickey|\baccess denied for user\b|(?:^|:\s*)forbidden\b|\bis forbidden: User\b`,
    String.raw`\b(?:account|organi[sz]ation|api key|user)\s+(?:has been|is|was)\s+(?:disabled|deactivated|suspended|revoked|banned)\b`,
  ],
  policy: [
    String.raw`\b(?:content|usage|safety|security|acceptable use|responsible ai)\s+(?:management\s+)?polic(?:y|ies)\b(?:\s+violation)?`,
    String.raw`\bpolicy (?:violation|restriction|denied|forbids|prohibits|does not allow)\b|\b(?:against|due to|per|under) (?:\w+ )?polic(?:y|ies)\b`,
    String.raw`\bblocked (?:due to|because of|for)\s+(?:\w+\s+)?${policyMaker}\b|\bdenied (?:the|this|your) (?:request|call|command|action)\b[^.\n]{0,20}\b${policyMaker}\b`,
    String.raw`\bnot (?:in|on) (?:the|its|your|an?)\s+(?:\w+\s+)?allow[ -]?list\b|\b(?:is|are) (?:in|on) (?:the|its|our|your|an?)\s+(?:\w+\s+)?(?:deny|block)[ -]?list\b`,
    String.raw`\bviolat(?:es?|ed|ing|ion of)\b[^.\n]{0,60}\b(?:polic(?:y|ies)|guidelines|terms)\b|\bcontent filter(?:ing|ed)?\b`,
    String.raw`\bfinish_?reason\b["']?\s?[:=]?\s?["']?(?:FinishReason\.|\d{1,2}\s?\(?)?(?:SAFETY|PROHIBITED_CONTENT|BLOCKLIST|SPII|content_filter)\b`,
    String.raw`\b(?:our|the) safety system\b|\bguardrails?\b[^.\n]{0,20}\b(?:blocked|intervened|triggered)\b|\bflagged (?:as|by|for)\b`,
    String.raw`\b(?:tool|command|call|action|request|function|domain|url|host)\b[^.\n]{0,30}\b(?:(?:is|was|has been|were)\s+)?(?:blocked|not (?:allowed|permitted)|disallowed|forbidden|prohibited)\b`,
  ],
  permission: [
    String.raw`\bpermission denied\b|\boperation not permitted\b|\baccess (?:is )?denied\b|\bread-only file ?system\b`,
    String.raw`\b(?:requires?|needs?|requested|awaiting|waiting for|pending|without|missing)\s+(?:\w+\s+){0,3}?(?:approval|confirmation|consent|permissions?)\b`,
    String.raw`\b(?:approval|permission|confirmation|consent)\s+(?:is\s+|was\s+)?(?:required|needed|denied|not granted|refused)\b`,
    String.raw`\b(?:user|operator|human)\s+(?:has\s+)?(?:denied|declined|rejected|refused|does not want|doesn't want)\b`,
    String.raw`\b(?:do|does) not have (?:the )?(?:\w+ )?permissions?\b|\b(?:insufficient|lacks?|no) permissions?\b|\bhaven't granted\b`,
    String.raw`\b(?:denied|blocked|refused|rejected) by (?:\w+ ){0,3}?permissions?(?: settings?| rules?| modes?)?\b`,
    String.raw`\binsufficient privileges?\b|\blacks? (?:the )?\w+ (?:privilege|permission)s?\b|\bmust be owner of\b`,
    String.raw`\bmust be (?:run as )?(?:root|super ?user)\b|\ba password is required\b`,
  ],
}

const allowance = '(?:limits?|caps?|quotas?|capacity|budget|allowance|credits?)'
const spending =
  '(?:spend(?:ing)?|usage|credits?|billing|budget|monthly|weekly|daily|hourly|\\d+-?hours?|plan|quota|cost|session|subscription|key)'
const usedUp = '(?:reached|exceeded|exhausted|hit|depleted|used up)'
const spendIs = '(?:(?:is|was|are|were|has been|have been)\\s+)?'
const notSpending = '(?!rate\\b|retry\\b|time\\b|request|token|context\\b|turn)'

/** A full disk is no spend limit. */
const notOfMachine = String.raw`(?<!\b(?:disk|storage|inodes?|files?|memory|cpu)\s)`

/** Wording of quota, credit and billing stops, and of quotas per minute, which are rate limits. */
const spendPhrases = {
  perMinute: [String.raw`\b(?:quota|limit)\b[^.\n]{0,120}\bper[ _-]?(?:\d+ )?(?:min(?:ute)?s?|sec(?:ond)?s?)\b`],
  spend: [
    String.raw`${notOfMachine}\b${spending}(?:\s+${notSpending}\w+)?\s+(?:${allowance}\s+)?${spendIs}${usedUp}\b`,
    String.raw`\b(?:(?:spend(?:ing)?|usage|billing|budget) limit|budget|spending cap) of \S+(?: [A-Z]{3})?(?: for (?:this |the )?\w+)? ${spendIs}${usedUp}\b`,
    String.raw`\b${usedUp}\s+(?:its|your|the|our)\s+(?:\w+\s+)?limit of [$€£]\d|\b(?:ran|run) out of (?:\w+\s+){1,2}on your plan\b`,
    String.raw`\b(?:credits?|balance|funds|quota)\s+(?:(?:has|have)\s+)?run out\b|\bno (?:more )?credits (?:are )?(?:left|remaining)\b`,
    String.raw`\b(?:${usedUp}|over)\s+(?:(?:your|the|its|my|our|an?)\s+)?(?:${notSpending}[\w()'-]+\s+){0,3}?${spending}(?:\s+\w+)?\s+${allowance}\b`,
    String.raw`\b${usedUp}\s+your\s+(?:${notSpending}[\w()'-]+\s+){0,3}?${allowance}\b`,
    String.raw`${notOfMachine}\bquota\s+${spendIs}${usedUp}\b|\bexceed(?:ed|s)?\s+(?:\w+\s+){0,3}quota\b`,
    String.raw`\binsufficient[ _](?:(?:account|api|credit|remaining|wallet|token)\s)?(?:quota|credits?|balance|funds)\b`,
    String.raw`\b(?:out of|no remaining|no more|not enough|run out of) (?:credits?|quota|funds|(?:extra )?usage)\b`,
    String.raw`\bcredit balance (?:is |was )?(?:too low|insufficient|exhausted|negative)\b|\bpayment required\b|\bplan and billing\b`,
    String.raw`\bcheck your billing\b|\bbilling (?:details|hard limit)\b|\bbilling (?:account [^.\n]{0,40}?)?(?:is )?(?:not active|inactive|disabled|closed)\b`,
    String.raw`\b(?:purchase|buy|add) (?:more )?credits\b|\b(?:extra usage|overages?) (?:is|are) required\b|\benable overages?\b|\brequires more credits\b`,
    String.raw`\b(?:quota|usage limit) (?:will )?resets? (?:at|in|on|after)\b`,
  ],
}

const length = '(?:context|prompt|input)[ _-]?(?:length|window|size|limit)s?'

/** Wording of requests longer than a model reads: a class of its own is not listed, and neither waiting nor other arguments help. */
const tooLong = [
  String.raw`\b${length}(?:\s(?:limit|of \d+))?\s(?:(?:is|was|has been|have been)\s)?${usedUp}\b`,
  String.raw`\bexceed(?:s|ed|ing)?\b[^.\n]{0,60}\b${length}\b|\bmaximum (?:context|prompt|model) length (?:is|of)\b`,
  String.raw`\b(?:prompt|input|conversation|messages?)\b(?:\s\(\d+ tokens\))?\s(?:is|are) too long\b`,
  String.raw`\b(?:input|requested|prompt) tokens?(?: count)?\b(?:\s\(\d+\))?(?:\sis \d+ but the model only supports\b|\sexceeds?\b)`,
  String.raw`\btoo many tokens: total number of tokens\b|\b(?:inputs|tokens)\b[^.\n]{0,20}\bmax_new_tokens\b[^.\n]{0,10} must be <=`,
]

const link = '(?:connection|communications? link|socket|stream|network|channel|websocket)'
const cannot = "(?:failed|unable|couldn't|could not|cannot|can't)"

/** Wording of services that are busy, broken or unreachable, and of missed deadlines. */
const serverPhrases = {
  rate: [
    String.raw`\brate[ -]?limit(?:s|ed|ing)?\b(?:\s+(?:error|exceeded|reached|hit|was hit|has been (?:reached|exceeded|hit)))?`,
    String.raw`\btoo many (?:requests|tokens|concurrent)\b|\brequests? too (?:quickly|fast|frequently|often)\b|\bthrottl(?:ed|ing)\b`,
    String.raw`\brequest rate\b[^.\n]{0,30}\b(?:high|large|exceed\w*)\b|\bhigh demand\b|\btokens? per min(?:ute)?\b|\brequests? per (?:minute|second|day)\b`,
    String.raw`\breduce (?:the frequency of|your) (?:requests?|request rate)\b|\bresource has been exhausted\b|\bslow down\b`,
    String.raw`\bconcurrency limit\b|\b(?:at|no|over|insufficient) capacity\b`,
  ],
  serverAnswer: [
    String.raw`\bservice (?:is )?(?:temporarily |currently )?unavailable\b|\b(?:temporarily|currently) (?:unavailable|overloaded)\b`,
    String.raw`\binternal (?:server )?error\b|\bbad gateway\b|\bgateway time-?out\b|\bupstream (?:connect|request|server) (?:error|failed|failure|timeout|timed out)\b`,
    String.raw`\b(?:server|provider|model|service|api|engine|system)s?\b[^.\n]{0,30}\b(?:overloaded|had an error|busy|(?:is|are) down)\b|^\W{0,9}(?:\w+\s?error\W{1,9})?overloaded\b(?=\W*$|\s*[:.,;(·-])`,
  ],
  timeout: [
    String.raw`\btime[ds]?[ -]?out\b|\btiming out\b|\btimeouts?\b|\bdeadline (?:was |has been |is )?exceeded\b|\btook too long\b`,
    String.raw`\b(?:longer|more) than (?:the |its )?(?:specified|allowed|configured|maximum) (?:deadline|time|duration|timeout|\d+\s?(?:ms|s|secs?|seconds?|mins?|minutes?))\b`,
    String.raw`\b(?:(?:time|wall[- ]clock|execution) (?:limit|budget)|(?:execution|run|wall[- ]clock) ?time)\s+(?:of \d\S*(?: [a-z]{1,7})?\s+)?(?:(?:was|has been|is)\s+)?(?:exceeded|reached|expired|hit)\b`,
    String.raw`\b(?:exceeded|hit|reached|over|past)\s+(?:the\s+|its\s+)?(?:\w+\s+)?(?:time ?limit|deadline|time budget|time allowed)\b`,
    String.raw`\bexceeded\s+(?:the\s+)?(?:(?:max(?:imum)?|allowed)\s+(?:\w+\s+)?(?:time|duration)|\d+(?:\.\d+)?\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?))\b`,
    String.raw`\b(?:did not|didn't) (?:respond|finish|complete|return) (?:with)?in\b|\bexit(?:ed)?(?: with)?(?: code| status)? 124\b`,
  ],
  connection: [
    String.raw`\b${link}\b[^.\n]{0,60}\b(?:was|has been) refused\b|\b${link} \d+ to [\w.:-]+ closed\b|\b(?:lost|closed|terminat\w+) (?:the )?(?:${link}|handshake)\b`,
    String.raw`\b(?:host|name|domain)\b[^\n]{0,40}\bcould not be resolved\b|\bend-of-file on (?:\w+ )?${link}\b`,
    String.raw`\bdeadlock (?:was )?(?:found|detected)\b|\bcould not serialize access\b`,
    String.raw`\bno such host\b|\bserver has gone away\b|\btoo many (?:clients|connections)\b|\bno healthy upstream\b`,
    String.raw`\b(?:database|server|system|service|redis|node) (?:system )?is (?:starting|shutting down|restarting|in recovery|loading)\b`,
    String.raw`\b${link}\s+(?:\w+\s+){0,3}?(?:reset|refused|aborted|closed|lost|dropped|terminated|interrupted|error|failed|failure|unreachable|disconnected|hung up)\b`,
    String.raw`\bsocket hang up\b|\bbroken pipe\b|\bfetch failed\b|\bfailed to fetch\b|\b(?:peer|server|host) (?:closed|reset|dropped) (?:the )?connection\b`,
    String.raw`\b${cannot}\s+(?:to\s+)?(?:connect|reach|establish a (?:new )?connection|resolve (?:host|hostname|proxy|domain))\b`,
    String.raw`\bname resolution\b|\bname or service not known\b|\bgetaddrinfo\b|\bnetwork is unreachable\b|\bno route to host\b|\bdns (?:lookup|resolution|error|failure)\b`,
    String.raw`\bremote end closed\b|\bserver disconnected\b|\bincomplete (?:chunked )?read\b|\b(?:unexpected eof|eof occurred)\b|\bempty reply from server\b`,
    String.raw`\b(?:temporary|transient|intermittent) (?:\w+ )?(?:failure|issue|error|problem|outage)\b|\btry again (?:later|in a (?:moment|few))\b|\btls handshake\b|\bstream (?:disconnected|ended unexpectedly)\b|\bunable to process your request\b`,
  ],
}

const jsonType = '(?:undefined|null|string|number|boolean|array|object|int\\w*|float|str|list|dict|bool)'
const fault = '(?:invalid|malformed|bad|unexpected|missing|unknown|wrong|unrecogni[sz]ed|illegal)'
const named = `(?:[:\\s]+['"‘“\`]?[^\\s'"’”\`]*[./\\\\][^\\s'"’”\`]*['"’”\`]?)?`
const path = '(?:(?:\\.{0,2}\\/)?(?:[\\w.@-]+\\/)+[\\w.@-]+|\\.{0,2}\\/[\\w.@-]+)'

/** Wording of tools and operating systems: unusable arguments and missing files. */
const toolPhrases = {
  arguments_: [
    String.raw`\b(?:failed|unable|could not|cannot|can't|error)\s+(?:to\s+)?(?:pars(?:e|ing)|decod(?:e|ing)|deserializ(?:e|ing))\b[^.\n]{0,40}\b(?:arguments?|args|json|parameters?|input)\b`,
    String.raw`\b${fault}\s+(?:required\s+)?(?:\w+\s+){0,2}?(?:arguments?|args|parameters?|params|json|options?|flags?|switch|operand|tool input|function call|input schema)\b`,
    String.raw`\b(?:required|positional)\s+(?:arguments?|parameters?|property|properties|fields?)\b|\bis a required property\b`,
    String.raw`\barguments? (?:are|is) required\b|\bfield required\b|\b(?:arguments?|parameters?|input) must (?:be|have|contain|match)\b`,
    String.raw`\bexpected\s+['"‘“]?\w+['"’”]?,?\s+(?:but\s+)?(?:received|got)\s+['"‘“]?${jsonType}\b|\bmust be (?:of type|one of type|an? ${jsonType})\b`,
    String.raw`\b(?:(?:un)?expected|unterminated)\b[^\n]{0,60}\bjson\b|\b(?:not|isn't) valid json\b|\bexpecting (?:property name|value|',' delimiter)`,
    String.raw`\binput should be\b|\b(?:schema|input|argument|parameter) validation (?:error|failed|failure)\b|\bunprocessable (?:entity|content)\b`,
    String.raw`\b(?:does not|doesn't|did not) (?:match|conform to|satisfy) (?:the |its )?(?:\w+ )?schema\b|\badditional properties\b[^.\n]{0,20}\bnot allowed\b`,
    String.raw`\bunexpected (?:keyword argument|argument|property|parameter|field)\b|\bargument ['"‘“]?[\w.-]{1,60}['"’”]? (?:does not|doesn't) match\b|\binvalid choice\b|\btoo (?:few|many) arguments\b|\byou must specify\b|\boption requires an argument\b`,
    String.raw`\b(?:argument|parameter|value|option|field)\s+(?:of |for )?['"‘“\`]?[\w.-]{1,60}['"’”\`]?\s+(?:is\s+(?:out of range|not (?:a )?(?:valid|supported|recogni[sz]ed))|must be (?:between|at (?:least|most)|(?:less|greater) than|one of|in the (?:form|format)))\b`,
    String.raw`(?:^|[\s:])["'‘“\`][\w.-]{1,60}["'’”\`] must be (?:between|at (?:least|most)|(?:less|greater) than|one of)\b|\b(?:argument|parameter|property|field) ["'‘“\`]?[\w.-]{1,60}["'’”\`]? is (?:required|missing)\b`,
    String.raw`\bsyntax error at or near\b|\berror in your SQL syntax\b`,
    String.raw`\b(?:extra|missing)\s+(?:\w+\s)?operand\b|\boption\s+\S+\s+is (?:unknown|ambiguous)\b|\boption used in invalid context\b`,
    String.raw`^(?![\w.]{0,60}(?:Error|Exception):)[\w./-]{1,40}:\s+(?:invalid|unrecogni[sz]ed|unknown|ambiguous|illegal)\s|\btry ['‘"]?[\w ./-]{1,60}--?help\b`,
  ],
  missingPath: [
    String.raw`\bno such (?:file|directory)\b`,
    String.raw`\b(?:files?|paths?|director(?:y|ies)|folders?|dirs?)\b${named}\s*,?\s*(?:(?:was|were|is|are|could|can|does|do|did)\s*(?:not|n't)|not|doesn't|don't|couldn't|wasn't|can't|cannot)\s+(?:be\s+)?(?:found|exist|located|opened)\b`,
    String.raw`\b(?:cannot|can't|could not|couldn't|unable to|failed to)\s+(?:find|locate|open|access|stat)\s+(?:the\s+)?(?:file|path|directory|folder|specified (?:file|path))\b`,
    String.raw`\bcannot find module ['"]\.{0,2}/|\bnot a directory\b|\bdid not match any file`,
    String.raw`(?:^|\s)['"‘“]?${path}['"’”]?\s+(?:(?:was|is|could)\s+)?(?:not (?:be )?found|(?:does|do) not exist|(?:does|do)n't exist)\b`,
    String.raw`\b(?:specified|requested) (?:key|blob|object|file|path)\s+(?:(?:was|is|could)\s+)?(?:not (?:be )?found|(?:does|do)(?: not|n't) exist)\b`,
    String.raw`\b(?:not found|does not exist):?\s+['"‘“]?${path}\.\w{1,8}\b`,
  ],
}

/** A class and the wording that reports it. */
type PhraseRule = readonly [FailureClass, RegExp]

const { explicitPolicy, auth, policy, permission } = accessPhrases
const { perMinute, spend } = spendPhrases
const { rate, serverAnswer, timeout, connection } = serverPhrases
const { arguments_, missingPath } = toolPhrases

/** In order of precedence: the first rule that matches decides the class. */
const rules: readonly PhraseRule[] = [
  ...rule('policy_blocked', explicitPolicy),
  ...rule('rate_limited', perMinute),
  ...rule('provider_spend_limit', spend),
  ...rule('provider_auth', auth),
  ...rule('policy_blocked', policy),
  ...rule('unknown', tooLong),
  ...rule('rate_limited', rate),
  ...rule('permission_required', permission),
  ...rule('invalid_tool_args', arguments_),
  ...rule('missing_target_path', missingPath),
  ...rule('provider_transient', serverAnswer),
  ...rule('timeout', timeout),
  ...rule('provider_transient', connection),
]

const namesFiles: readonly FailureClass[] = ['missing_target_path', 'permission_required', 'invalid_tool_args']

/** Returns the first occurrence of every rule that reports an error rather than mentioning one, in order of precedence. */
export function phrasesIn(text: string): FailureEvidence[] {
  return rules.flatMap(([failureClass, phrase]) => {
    // Unlike `matchAll`, this does not copy the pattern.
    phrase.lastIndex = 0
    for (let match = phrase.exec(text); match; match = phrase.exec(text)) {
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
